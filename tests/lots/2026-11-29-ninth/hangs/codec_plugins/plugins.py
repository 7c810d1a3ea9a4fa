"""Plugins: libraries with a function for weights."""

import ctypes
import logging
import threading

log = logging.getLogger("plugins")


class Plugin:
    def __init__(self, name, path):
        self.name = name
        self.library = ctypes.CDLL(path)
        self.weight = self.library.codec_weight
        self.weight.restype = ctypes.c_double
        log.info("%s is loaded", name)


class Registry:
    """Loads each plugin once, when somebody asks for it."""

    def __init__(self, paths):
        self.paths = paths
        self._plugins = {}
        self._lock = threading.Lock()

    def __getitem__(self, name):
        with self._lock:
            if name not in self._plugins:
                self._plugins[name] = Plugin(name, self.paths[name])
            return self._plugins[name]
