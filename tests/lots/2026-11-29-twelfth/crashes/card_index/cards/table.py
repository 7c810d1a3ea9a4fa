import ctypes

from .library import library


class Table:
    def __init__(self, words):
        self.handle = library().table_new()
        for shelf, word in enumerate(words):
            library().table_add(self.handle, word.encode(), shelf)

    def cards(self):
        return Cards(self.handle)

    def __del__(self):
        library().table_free(self.handle)


class Cards:
    """Goes through the cards of a table."""

    def __init__(self, table):
        self.handle = library().cursor_open(table)

    def __iter__(self):
        return self

    def __next__(self):
        word = ctypes.c_char_p()
        shelf = library().cursor_next(self.handle, ctypes.byref(word))
        if shelf < 0:
            raise StopIteration
        return word.value.decode(), shelf

    def __del__(self):
        library().cursor_close(self.handle)
