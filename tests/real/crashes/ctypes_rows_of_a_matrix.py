# A function wants the addresses of the rows, and is given the numbers themselves.
# https://runebook.dev/en/docs/numpy/reference/generated/numpy.ndarray.ctypes
import ctypes
import os
import subprocess
import tempfile

import numpy as np

SOURCE = """
double trace(double **rows, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += rows[i][i];
    return sum;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "trace.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "libtrace.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)
library = ctypes.CDLL(path)
library.trace.restype = ctypes.c_double


def trace(matrix):
    rows = matrix.ctypes.data_as(ctypes.POINTER(ctypes.POINTER(ctypes.c_double)))
    return library.trace(rows, len(matrix))  # <-- here


print(trace(np.linspace(0.5, 1.5, 16).reshape(4, 4)))
