"""Poems, kept by a library in C++."""

import contextlib
import ctypes


class Poems:
    def __init__(self, path):
        self._library = library = ctypes.CDLL(path)
        library.poem_new.restype = ctypes.c_void_p
        library.poem_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        library.poem_add.restype = None
        library.poem_text.argtypes = [ctypes.c_void_p]
        library.poem_text.restype = ctypes.c_char_p
        library.poem_delete.argtypes = [ctypes.c_void_p]
        library.poem_delete.restype = None

    @contextlib.contextmanager
    def new(self):
        poem = Poem(self._library, self._library.poem_new())
        try:
            yield poem
        finally:
            self._library.poem_delete(poem.handle)


class Poem:
    def __init__(self, library, handle):
        self._library = library
        self.handle = handle

    def extend(self, verses):
        for verse in verses:
            self._library.poem_add(self.handle, verse.encode())

    def text(self):
        return self._library.poem_text(self.handle).decode(errors="replace")
