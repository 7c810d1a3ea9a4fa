import numpy as np
from numba import carray, cfunc, types
from scipy import LowLevelCallable, ndimage

@cfunc(types.intc(types.CPointer(types.float64), types.intc, types.CPointer(types.float64), types.voidptr))
def widest(values_at, count, result, data):  # fails: numba-signature-mismatch
    values = carray(values_at, (count,), dtype=types.float64)
    result[0] = values.max() - values.min()
    return 1

print(ndimage.generic_filter(np.ones((9, 9)), LowLevelCallable(widest.ctypes), size=3))
