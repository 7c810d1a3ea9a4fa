"""The relay of frames, a small library in C with a thread of its own."""

import ctypes
import itertools

OnFrame = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_int)


class Relay:
    _tokens = itertools.count(1)

    def __init__(self, path, rate):
        self.lib = ctypes.CDLL(path)
        self.lib.relay_new.restype = ctypes.c_void_p
        for name in ("relay_start", "relay_stop"):
            getattr(self.lib, name).argtypes = [ctypes.c_void_p]
        self.lib.relay_subscribe.argtypes = 3 * [ctypes.c_void_p]
        self.handle = self.lib.relay_new(rate)
        self.subscribers = {}
        self._call = OnFrame(self._frame)
        self._token = ctypes.create_string_buffer(b"relay-%d" % next(self._tokens), 32)

    def _frame(self, user, frame, size):
        data = bytes(frame[:size])
        for subscriber in list(self.subscribers.values()):
            subscriber(data)

    def subscribe(self, name, subscriber):
        self.subscribers[name] = subscriber

    def start(self):
        call = ctypes.cast(self._call, ctypes.c_void_p)
        user = ctypes.cast(self._token, ctypes.c_void_p)
        self.lib.relay_subscribe(self.handle, user, call)
        if self.lib.relay_start(self.handle):
            raise OSError("no thread for the relay")

    def stop(self):
        self.lib.relay_stop(self.handle)
