import contextlib
import ctypes


class Devices:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.device_new.restype = ctypes.c_void_p
        self.library.device_label.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.library.device_free.argtypes = [ctypes.c_void_p]

    @contextlib.contextmanager
    def device(self, number):
        handle = self.library.device_new(number)
        try:
            yield handle
        finally:
            self.library.device_free(handle)

    def label(self, handle, text):
        self.library.device_label(handle, text.encode())
