# The window's heap cannot be allocated, the error is set, and the function goes on with the null
# pointer.
# https://github.com/pydata/bottleneck/issues/519
import _testcapi
import bottleneck
import numpy as np

load = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
_testcapi.set_nomemory(1, 0)
smooth = bottleneck.move_median(load, window=3)  # <-- here
_testcapi.remove_mem_hooks()
print(smooth)
