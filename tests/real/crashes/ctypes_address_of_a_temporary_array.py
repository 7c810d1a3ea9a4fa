# The address of a sum of two arrays is taken, and the sum is gone before the call.
# https://github.com/numpy/numpy/issues/9647
import ctypes
import os
import subprocess
import tempfile

import numpy as np

SOURCE = """
double mean(const double *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "mean.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "libmean.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)
library = ctypes.CDLL(path)
library.mean.restype = ctypes.c_double
library.mean.argtypes = [ctypes.c_void_p, ctypes.c_long]


def mean_of_both(left, right):
    address = (left + right).ctypes.data  # <-- also
    return library.mean(address, len(left))  # <-- here


print(mean_of_both(np.ones(4_000_000), np.ones(4_000_000)))
