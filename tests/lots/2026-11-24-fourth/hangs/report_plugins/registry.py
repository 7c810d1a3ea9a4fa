"""The formats that reports can have. Modules of formats register themselves."""

import contextlib
import importlib
import threading
import time


class Registry:
    def __init__(self):
        self._lock = threading.RLock()
        self._formats = {}

    def register(self, name):
        def decorator(function):
            with self._lock:
                self._formats[name] = function
            return function

        return decorator

    @contextlib.contextmanager
    def _changing(self):
        with self._lock:
            time.sleep(0.3)
            yield self._formats

    def get(self, name):
        """The format, whose module is imported when it is asked for the first time."""
        with self._changing() as formats:
            if name not in formats:
                importlib.import_module(f"format_{name}")
            return formats[name]

    def names(self):
        with self._lock:
            return sorted(self._formats)


registry = Registry()
