# The memory of an array is freed as the interpreter ends, by a function that imports a module.
# https://github.com/pybind/pybind11/issues/2331
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>
#include <vector>
namespace py = pybind11;

PYBIND11_MODULE(tables, module) {
    module.def("rows", [](size_t count) {
        auto rows = new std::vector<int>(count);
        return py::capsule(rows, [](void *rows) {
            py::module::import("tables_log").attr("freed")();
            delete static_cast<std::vector<int> *>(rows);
        });
    });
}
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(source)
    library = os.path.join(folder, name + ".so")
    headers = ["-I", sysconfig.get_paths()["include"], "-I", pybind11.get_include()]
    command = ["g++", "-g", "-O1", "-shared", "-fPIC", *headers, path, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


rows = build("tables", SOURCE).rows(10_000)
sys.path.clear()
