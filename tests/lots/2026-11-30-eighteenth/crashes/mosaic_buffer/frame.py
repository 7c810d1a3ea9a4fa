import ctypes


class CFrame(ctypes.Structure):
    _fields_ = [("pixels", ctypes.c_void_p), ("size", ctypes.c_long), ("used", ctypes.c_long)]


class Frame:
    """Tiles of one picture, in memory that grows as they come."""

    def __init__(self, library, size):
        self.library = library
        self.library.frame_sum.restype = ctypes.c_long
        self.library.frame_add.argtypes = [ctypes.POINTER(CFrame), ctypes.c_int, ctypes.c_long]
        self.memory = ctypes.create_string_buffer(size)
        self.c = CFrame(ctypes.addressof(self.memory), size, 0)

    def grow(self):
        size = self.c.size * 8
        ctypes.resize(self.memory, size)
        self.c.size = size

    def add(self, colour, tile):
        while not self.library.frame_add(self.c, colour, tile):
            self.grow()

    def sum(self):
        return self.library.frame_sum(ctypes.byref(self.c))
