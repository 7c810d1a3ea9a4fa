import ctypes


class Router:
    def __init__(self, path):
        self.library = library = ctypes.CDLL(path)
        library.router_new.restype = ctypes.c_void_p
        library.router_delete.argtypes = [ctypes.c_void_p]
        library.router_put_real.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double]
        library.router_put_count.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_long]
        library.router_sum.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        library.router_sum.restype = ctypes.c_double
        self.handle = library.router_new()

    def put(self, name, value):
        if isinstance(value, int):
            self.library.router_put_count(self.handle, name.encode(), value)
        else:
            self.library.router_put_real(self.handle, name.encode(), value)

    def sum(self, name):
        return self.library.router_sum(self.handle, name.encode())

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.library.router_delete(self.handle)
