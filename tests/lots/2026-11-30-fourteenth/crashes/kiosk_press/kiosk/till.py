import ctypes
import weakref
from pathlib import Path

_lib = ctypes.CDLL(str(Path(__file__).parent.with_name("till.so")))
_lib.till_new.restype = ctypes.c_void_p
for _name in ("till_take", "till_bank", "till_cents", "till_delete"):
    getattr(_lib, _name).argtypes = [ctypes.c_void_p]
_lib.till_take.argtypes = [ctypes.c_void_p, ctypes.c_int]


class Till:
    def __init__(self, cents=500):
        self._handle = _lib.till_new(cents)
        self._end = weakref.finalize(self, _lib.till_delete, self._handle)

    def take(self, cents):
        if cents <= 0:
            raise ValueError("nothing was given")
        _lib.till_take(self._handle, cents)

    def bank(self):
        """Bring to the safe what is too much for the till; how much was it?"""
        return _lib.till_bank(self._handle)

    @property
    def cents(self):
        return _lib.till_cents(self._handle)
