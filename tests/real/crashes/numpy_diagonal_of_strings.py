# A long string is assigned through the flat iterator of a StringDType array: only the descriptor is
# copied, and it points into the other array's arena.
# https://github.com/numpy/numpy/issues/29659
import numpy as np

table = np.array([["", "ti"], ["re", ""]], dtype=np.dtypes.StringDType())
np.fill_diagonal(table, 9_223_372_036_854_775)  # <-- here
print(repr(table))  # <-- here
