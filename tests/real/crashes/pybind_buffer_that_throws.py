# A matrix cannot be given as a buffer and says so, where nobody expects an exception.
# https://github.com/pybind/pybind11/issues/2764
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

struct Matrix {
    size_t rows, columns;
    bool packed;
};

PYBIND11_MODULE(matrices, module) {
    py::class_<Matrix>(module, "Matrix", py::buffer_protocol())
        .def(py::init([](size_t rows, size_t columns) {
            return new Matrix{rows, columns, true};
        }))
        .def_buffer([](Matrix &matrix) -> py::buffer_info {
            if (matrix.packed)
                throw std::runtime_error("a packed matrix is no buffer");
            return py::buffer_info(&matrix.rows, sizeof(size_t), "N", 1, {1}, {8});
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


def numbers(matrix):
    return memoryview(matrix).tolist()  # <-- here


matrices = build("matrices", SOURCE)
print(numbers(matrices.Matrix(3, 2)))  # <-- also
