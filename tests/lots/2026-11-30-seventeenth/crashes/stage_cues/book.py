import ctypes

Go = ctypes.CFUNCTYPE(None, ctypes.c_int)


class Book:
    """The cues of an evening."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.book_open.restype = ctypes.c_void_p
        self.library.book_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Go]
        self.library.book_title.restype = ctypes.c_char_p
        self.library.book_title.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.library.book_go.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.library.book_close.argtypes = [ctypes.c_void_p]
        self.handle = self.library.book_open()
        self.callbacks = []

    def cue(self, title):
        def register(function):
            callback = Go(function)
            self.callbacks.append(callback)
            self.library.book_add(self.handle, title.encode(), callback)
            return function

        return register

    def __len__(self):
        return len(self.callbacks)

    def go(self, number):
        self.library.book_go(self.handle, number)

    def title(self, number):
        return self.library.book_title(self.handle, number).decode()
