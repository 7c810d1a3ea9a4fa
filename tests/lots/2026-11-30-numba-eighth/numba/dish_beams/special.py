"""Functions of the C library's that neither Python's math nor Numba has."""

import ctypes
import ctypes.util

libm = ctypes.CDLL(ctypes.util.find_library("m"))

cbrt = libm.cbrt
cbrt.restype = ctypes.c_double
cbrt.argtypes = [ctypes.c_double]

j0 = libm.j0
j0.restype = ctypes.c_double

exp10 = libm.exp10
exp10.restype = ctypes.c_double
exp10.argtypes = [ctypes.c_double]
