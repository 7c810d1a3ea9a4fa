import ctypes


class Canvas:
    def __init__(self, path, width, height):
        self.width, self.height = width, height
        self.library = ctypes.CDLL(path)
        self.library.canvas_new.restype = ctypes.c_void_p
        self.library.canvas_bar.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self.library.canvas_cells.restype = ctypes.c_void_p
        self.library.canvas_cells.argtypes = [ctypes.c_void_p]
        self.library.canvas_free.argtypes = [ctypes.c_void_p]
        self.handle = self.library.canvas_new(width, height)

    def bar(self, column, height):
        self.library.canvas_bar(self.handle, column, height)

    def rows(self):
        cells = ctypes.string_at(self.library.canvas_cells(self.handle), self.width * self.height).decode()
        for at in range(0, len(cells), self.width):
            yield cells[at : at + self.width]

    def close(self):
        self.library.canvas_free(self.handle)
