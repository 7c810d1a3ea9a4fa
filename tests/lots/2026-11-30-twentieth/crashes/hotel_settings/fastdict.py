"""Lookups in dicts by the C API: no hash of a missing key's KeyError, no default objects."""
import ctypes

_api = ctypes.pythonapi
_get = _api.PyDict_GetItemString
_get.argtypes = [ctypes.py_object, ctypes.c_char_p]
_get.restype = ctypes.py_object


def lookup(table, name):
    try:
        return _get(table, name)
    except ValueError:
        return None
