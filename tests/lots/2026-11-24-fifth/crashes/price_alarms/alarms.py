"""Alarms for prices; the library calls back when one goes off."""

import ctypes
import os

CALL = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_double)


class Alarms:
    def __init__(self, path):
        self._library = ctypes.CDLL(os.path.abspath(path))
        self._library.alarm_add.argtypes = [ctypes.c_int, ctypes.c_double, CALL]
        self._library.alarm_price.argtypes = [ctypes.c_double]
        self._calls = {}
        self._count = 0

    def add(self, above, function, once=False):
        self._count += 1

        def called(number, price):
            function(price)
            if once:
                self.remove(number)

        self._calls[self._count] = CALL(called)
        self._library.alarm_add(self._count, above, self._calls[self._count])
        return self._count

    def remove(self, number):
        self._library.alarm_remove(number)

    def price(self, price):
        self._library.alarm_price(price)
