# lexsort() releases the GIL for StringDType, and asks for Python's error without it.
# https://github.com/numpy/numpy/issues/27984
import numpy as np


def by_name(people):
    last = np.array([name for _, name in people], np.dtypes.StringDType())
    first = np.array([name for name, _ in people], np.dtypes.StringDType())
    return np.lexsort((first, last))  # <-- here


print(by_name([("Heinrich", "Hertz"), ("Galileo", "Galilei"), ("Gustav", "Hertz")]))
