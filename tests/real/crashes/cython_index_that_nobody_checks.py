# A table is asked for a row that it does not have, with the checks of indices switched off.
# https://github.com/ToFuProject/tofu/issues/84
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from array import array

SOURCE = """
cimport cython

@cython.boundscheck(False)
@cython.wraparound(False)
def gather(double[:] values, long[:] rows):
    cdef Py_ssize_t i
    cdef double total = 0
    for i in range(rows.shape[0]):
        total += values[rows[i]]
    return total
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


tables = build("tables", SOURCE)


def total(values, rows):
    return tables.gather(values, rows)  # <-- here


prices = array("d", [1.0, 2.0, 3.0])
print(total(prices, array("l", [0, 2, 1])))
print(total(prices, array("l", [0, 1, 20_000_000, 2])))
