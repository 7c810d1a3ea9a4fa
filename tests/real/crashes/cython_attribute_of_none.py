# A loop over typed objects finds a None among them, and reads a field of it that has no place.
# https://github.com/cython/cython/issues/2170
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
cdef class Buffer:
    cdef double[64] head
    cdef double *values
    cdef Py_ssize_t size
    def __cinit__(self, Py_ssize_t size):
        self.size = min(size, 64)
        self.values = &self.head[0]
        for n in range(64):
            self.head[n] = n

def total(buffers):
    cdef Buffer buffer
    cdef double result = 0
    for buffer in buffers:
        result += buffer.values[buffer.size - 1]
    return result
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".pyx")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([sys.executable, "-m", "cython", "-3", path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    command = ["gcc", "-g", "-O1", "-shared", "-fPIC", "-I", include, path[:-3] + "c", "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def report(parts):
    return parts.total(buffers)  # <-- here


parts = build("parts", SOURCE)
buffers = [parts.Buffer(10), None, parts.Buffer(12)]
print(report(parts))
