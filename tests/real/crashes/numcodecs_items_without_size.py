# Records are compressed whose only field holds nothing.
# https://github.com/zarr-developers/numcodecs/issues/516
import numcodecs
import numpy as np


def packed(records):
    return numcodecs.Blosc().encode(records)  # <-- here


print(len(packed(np.zeros(5, dtype=[("id", int), ("extra", int, (0,))]))))
print(len(packed(np.zeros(5, dtype=[("extra", int, (0,))]))))  # <-- also
