# byteswap() calls the old copyswapn() of the dtype, which StringDType does not have.
# https://github.com/numpy/numpy/pull/31994
import numpy as np


def from_big_endian(columns):
    return [column.byteswap() for column in columns]  # <-- here


numbers = np.arange(4, dtype=">i4")
names = np.array(["ada", "bob"], dtype=np.dtypes.StringDType())
print(from_big_endian([numbers, names]))
