"""Make a list of numbers with Python's own C functions, to see whether that is faster."""

import ctypes

python = ctypes.CDLL(None)
python.PyList_New.restype = ctypes.py_object
python.PyList_New.argtypes = [ctypes.c_ssize_t]
python.PyList_Append.argtypes = [ctypes.py_object, ctypes.py_object]


def squares(count):
    numbers = python.PyList_New(0)
    for number in range(count):
        python.PyList_Append(numbers, number * number)
    return numbers


print(sum(squares(100_000)))
