# PyDict_GetItem called through a CDLL, which gives the GIL away before it calls.
# https://github.com/python/cpython/issues/81144
import ctypes

api = ctypes.CDLL(None)
api.PyDict_GetItem.argtypes = [ctypes.py_object, ctypes.py_object]
api.PyDict_GetItem.restype = ctypes.py_object

prices = {"apples": 3}


def look_up(name):
    return api.PyDict_GetItem(prices, name)  # <-- here


print(look_up("apples"))
