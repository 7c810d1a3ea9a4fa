"""A store of settings in C."""

import collections.abc
import ctypes


class Store(collections.abc.MutableMapping):
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.store_get.restype = ctypes.c_char_p
        self._handle = self._library.store_open()
        self._keys = []

    def __setitem__(self, key, value):
        self._library.store_put(self._handle, key.encode(), value.encode())  # <-- here
        self._keys.append(key)

    def __getitem__(self, key):
        value = self._library.store_get(self._handle, key.encode())
        if value is None:
            raise KeyError(key)
        return value.decode()

    def __delitem__(self, key):
        raise TypeError("nothing is ever forgotten")

    def __iter__(self):
        return iter(dict.fromkeys(self._keys))

    def __len__(self):
        return len(set(self._keys))
