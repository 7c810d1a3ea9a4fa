import ctypes
import functools
import os


class _Lake(ctypes.Structure):
    _fields_ = [("number", ctypes.c_long), ("levels", ctypes.POINTER(ctypes.c_double))]


_lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "liblake.so"))
_lib.lake_load.argtypes = [ctypes.c_long]
_lib.lake_load.restype = ctypes.POINTER(_Lake)


class Lake:
    """Levels of a lake, one an hour."""

    def __init__(self, name, hours):
        self.name = name
        self._lake = _lib.lake_load(hours)

    def __len__(self):
        return self._lake.contents.number

    @functools.cached_property
    def levels(self):
        return self._lake.contents.levels

    def now(self):
        return self.levels[len(self) - 1]

    def before(self, hours):
        return self.levels[-hours - 1]

    def rise(self, days):
        return self.now() - self.before(24 * days)
