# The C function takes its sizes as long; the caller has them as int32, so that two of them are read
# as one huge number.
# https://github.com/numpy/numpy/issues/7701
import ctypes
import subprocess

import numpy as np

SOURCE = """
void smooth(double *from, double *to, long *sizes) {
    for (long row = 0; row < sizes[0]; row++)
        for (long column = 0; column < sizes[1]; column++)
            to[row * sizes[1] + column] = from[row * sizes[1] + column] / 2;
}
"""

with open("smooth.c", "w") as file:
    file.write(SOURCE)
subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", "libsmooth.so", "smooth.c"], check=True)
library = ctypes.CDLL("./libsmooth.so")


def smooth(image):
    result = np.empty_like(image)
    sizes = np.array(image.shape, dtype=np.int32)
    library.smooth(  # <-- here
        image.ctypes.data_as(ctypes.c_void_p),
        result.ctypes.data_as(ctypes.c_void_p),
        sizes.ctypes.data_as(ctypes.c_void_p),
    )
    return result


print(smooth(np.ones((40, 60, 3, 1))).sum())
