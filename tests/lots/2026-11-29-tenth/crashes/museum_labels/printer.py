"""The printer of labels: a library in C, used from a thread of its own."""

import ctypes
from concurrent.futures import ThreadPoolExecutor


class Printer:
    def __init__(self, library, width=64):
        self.library = ctypes.CDLL(library)
        self.library.tape_print.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]
        self.width = width
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="printer")

    def _print(self, title, place):
        out = ctypes.create_string_buffer(self.width)
        self.library.tape_print(title.encode("latin-1"), place.encode("latin-1"), out, len(out))
        return out.value.decode("latin-1")

    def print(self, thing):
        return self.thread.submit(self._print, thing.heading, thing.place)

    def close(self):
        self.thread.shutdown()
