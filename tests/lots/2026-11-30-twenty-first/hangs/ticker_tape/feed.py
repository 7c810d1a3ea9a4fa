"""The tape's library: subscriptions that can be closed."""

import ctypes
import pathlib

LISTENER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_double)


class Feed:
    def __init__(self):
        self.library = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parents[2] / "libtape.so"))
        self.library.tape_listen.argtypes = [LISTENER]

    def start(self):
        self.library.tape_start()

    def subscribe(self, function):
        return Subscription(self.library, function)


class Subscription:
    def __init__(self, library, function):
        self.library = library
        self._listener = LISTENER(function)
        self._number = library.tape_listen(self._listener)
        self.open = True

    def close(self):
        if self.open:
            self.open = False
            self.library.tape_leave(self._number)
