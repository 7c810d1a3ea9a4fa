# fromiter() writes into the arena of the StringDType instance that it was given, which belongs to
# an earlier array.
# https://github.com/numpy/numpy/issues/32013
import numpy as np

text = np.dtypes.StringDType()
words = ["a" * 18, "b" * 18] * 10_000


def column(words):
    return np.fromiter(iter(words), dtype=text, count=len(words))  # <-- here


for _ in range(5):
    read = column(words)
    print(read[:4], read[-1])  # <-- here
