# A field of a table reads as a number whose exponent fits in no integer.
# https://github.com/pandas-dev/pandas/issues/63167
import io

import pandas as pd

FIELD = (
    "00000000895e440025563900000000000000000000000000f7b3a602c4540000e0b20300"
    "bebd510000000000011001040170010c0000000000"
)


def load(text):
    return pd.read_csv(io.StringIO(text), header=None)  # <-- here


print(load("12,abc").shape)
print(load(FIELD).shape)  # <-- also
