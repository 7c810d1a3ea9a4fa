"""Dialects are plugins: shared libraries with one function."""

import ctypes
import logging
from pathlib import Path

log = logging.getLogger("plugins")


class Dialect:
    def __init__(self, path):
        self.name = Path(path).stem
        self.library = ctypes.CDLL(path)
        self.library.translate.restype = ctypes.c_char_p
        self.library.translate.argtypes = [ctypes.c_char_p]

    def __call__(self, word):
        return self.library.translate(word.encode()).decode()


class Registry(dict):
    """Plugins by name; those that cannot be loaded are left out."""

    def load(self, paths):
        for path in paths:
            try:
                dialect = Dialect(path)
            except OSError as error:
                log.warning("left out: %s", error)
            else:
                self[dialect.name] = dialect
                log.info("loaded %s", dialect.name)
        return self
