# A destructor calls a Python function, which raises: no exception may leave a destructor.
# https://github.com/pybind/pybind11/pull/2372
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>
namespace py = pybind11;

struct Lease {
    explicit Lease(py::object end) : end(end) {}
    ~Lease() { end(42); }
    py::object end;
};

PYBIND11_MODULE(leases, module) {
    py::class_<Lease>(module, "Lease").def(py::init<py::object>());
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


def give_back(number):
    raise LookupError("no lease %d" % number)  # <-- here


def main(leases):
    lease = leases.Lease(give_back)
    del lease  # <-- here


main(build("leases", SOURCE))
