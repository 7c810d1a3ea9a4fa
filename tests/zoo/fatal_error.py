# zoo: cause=python-fatal-error signal=SIGABRT core=yes first=yes
import ctypes


def verify(cache):
    if sum(cache.values()) != 6:
        ctypes.pythonapi.Py_FatalError(b"cache_is_inconsistent")  # <-- here


verify({"a": 1, "b": 2, "c": 3})
verify({"a": 1, "b": 2, "c": 4})
