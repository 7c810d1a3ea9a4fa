"""Keep a cache of fonts honest: nothing may be in it twice."""

import ctypes

FATAL = ctypes.pythonapi.Py_FatalError
FATAL.argtypes = [ctypes.c_char_p]
FATAL.restype = None


class FontCache:
    def __init__(self):
        self._fonts = []

    def add(self, name):
        self._fonts.append(name)
        self._check()

    def _check(self):
        if len(set(self._fonts)) != len(self._fonts):
            FATAL(b"font_cache: a font is in the cache twice")


cache = FontCache()
for name in ("sans", "serif", "mono", "serif"):
    cache.add(name)
print("fonts are loaded")
