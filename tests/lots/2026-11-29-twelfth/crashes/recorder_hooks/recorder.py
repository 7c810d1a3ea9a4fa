"""The recorder's library, as Python sees it (written for version 2)."""

import ctypes
import logging

log = logging.getLogger(__name__)
OnBlock = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
OnOverload = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)


class Hooks(ctypes.Structure):
    _fields_ = [
        ("context", ctypes.c_void_p),
        ("block", OnBlock),
        ("overload", OnOverload),
    ]


class Settings(ctypes.Structure):
    _fields_ = [
        ("hooks", Hooks),
        ("rate", ctypes.c_double),
        ("block_size", ctypes.c_int),
        ("limit", ctypes.c_int),
    ]


class Recorder:
    """A recorder that counts how often it was too loud."""

    def __init__(self, path, rate=48000.0, block_size=256):
        self.library = ctypes.CDLL(path)
        self.library.recorder_open.argtypes = [ctypes.POINTER(Settings)]
        self.library.recorder_open.restype = ctypes.c_void_p
        self.library.recorder_feed.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
        self.library.recorder_close.argtypes = [ctypes.c_void_p]
        self.overloads = []
        self.hooks = Hooks(None, OnBlock(self._block), OnOverload(self._overload))
        self.settings = Settings(self.hooks, rate, block_size, 32000)
        self.handle = self.library.recorder_open(self.settings)

    def _block(self, samples, number, context):
        log.debug("%d samples", number)

    def _overload(self, peak, context):
        log.warning("too loud: %d", peak)
        self.overloads.append(peak)

    def feed(self, samples):
        address, number = samples.buffer_info()
        return self.library.recorder_feed(self.handle, address, number)

    def close(self):
        self.library.recorder_close(self.handle)
        self.handle = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
