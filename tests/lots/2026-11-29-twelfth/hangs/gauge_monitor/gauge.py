"""The monitor's library."""

import ctypes
import logging
import threading

log = logging.getLogger(__name__)
READING = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_void_p)


class Gauge:
    def __init__(self, path, rules):
        self.library = ctypes.CDLL(path)
        self.library.monitor_start.restype = ctypes.c_void_p
        self.library.monitor_stop.argtypes = [ctypes.c_void_p]
        self.library.monitor_stop.restype = None
        self.rules = rules
        self.levels = []
        self.ended = threading.Event()
        self.callback = READING(self._reading)
        self.handle = None

    def start(self):
        self.handle = self.library.monitor_start(self.callback, None)

    def _reading(self, level, _context):
        self.levels.append(level)
        for rule in self.rules:
            rule(self, level)

    def close(self):
        if self.handle is None:
            return
        handle, self.handle = self.handle, None
        self.library.monitor_stop(handle)
        log.info("closed after %d readings", len(self.levels))
        self.ended.set()
