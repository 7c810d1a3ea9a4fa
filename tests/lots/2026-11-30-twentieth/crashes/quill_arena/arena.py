"""Letters are kept in blocks of Python's own allocator."""
import ctypes

api = ctypes.pythonapi
api.PyMem_Malloc.argtypes = [ctypes.c_size_t]
api.PyMem_Malloc.restype = ctypes.c_void_p
api.PyMem_Free.argtypes = [ctypes.c_void_p]


class Letter:
    def __init__(self, text):
        self.place = api.PyMem_Malloc(len(text))
        data = text.encode()
        ctypes.memmove(self.place, data, len(data))
        self.size = len(data)

    def text(self):
        return ctypes.string_at(self.place, self.size).decode()

    def burn(self):
        api.PyMem_Free(self.place)
