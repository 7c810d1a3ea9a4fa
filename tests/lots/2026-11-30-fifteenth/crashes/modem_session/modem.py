import ctypes
import logging
import os

log = logging.getLogger("modem")
_lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libmodem.so"))
HEARD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_lib.modem_open.argtypes = [HEARD, ctypes.c_void_p]
_lib.modem_open.restype = ctypes.c_void_p
_lib.modem_close.argtypes = [ctypes.c_void_p]
_lib.modem_feed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]


class Modem:
    """Lines of a modem; handlers are called by what a line begins with."""

    def __init__(self):
        self.handlers = {}
        self._heard = HEARD(self._dispatch)
        self._modem = _lib.modem_open(self._heard, None)

    def on(self, word):
        def register(function):
            self.handlers[word] = function
            return function

        return register

    def _dispatch(self, user, line):
        word = line.decode().partition(" ")[0]
        handler = self.handlers.get(word)
        if handler is not None:
            handler(line.decode())

    def feed(self, data):
        if self._modem is None:
            raise ValueError("the modem is closed")
        return _lib.modem_feed(self._modem, data, len(data))

    def close(self):
        if self._modem is not None:
            _lib.modem_close(self._modem)
            self._modem = None
            log.info("closed")
