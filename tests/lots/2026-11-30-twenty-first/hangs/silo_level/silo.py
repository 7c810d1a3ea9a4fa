"""The silo's library, by ctypes."""

import ctypes
import pathlib


class Silo:
    def __init__(self, folder, rate):
        self.library = ctypes.CDLL(str(pathlib.Path(folder) / "libsilo.so"))
        self.library.silo_wait.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
        self.library.silo_wait.restype = ctypes.c_int
        if self.library.silo_open(rate):
            raise OSError("the silo does not open")

    @property
    def level(self):
        return self.library.silo_level()

    def wait(self, level):
        reached = ctypes.c_int()
        self.library.silo_wait(level, ctypes.byref(reached))
        return reached.value

    def close(self):
        self.library.silo_close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()
