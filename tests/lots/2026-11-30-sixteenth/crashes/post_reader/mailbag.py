"""Letters of a mail bag, by the library of the sorting machine."""

import ctypes


class Letter:
    __slots__ = ("number", "_text")

    def __init__(self, number, text):
        self.number = number
        self._text = text

    @property
    def address(self):
        return ctypes.string_at(self._text).decode()

    @property
    def code(self):
        return self.address[:5]


class MailBag:
    def __init__(self, path, pages):
        self._library = ctypes.CDLL(path)
        self._library.bag_open.restype = ctypes.c_void_p
        self._library.bag_next.argtypes = [ctypes.c_void_p]
        self._library.bag_next.restype = ctypes.c_void_p
        self._library.bag_close.argtypes = [ctypes.c_void_p]
        self._bag = self._library.bag_open(pages)

    def __iter__(self):
        number = 0
        while text := self._library.bag_next(self._bag):
            yield Letter(number, text)
            number += 1

    def close(self):
        self._library.bag_close(self._bag)
