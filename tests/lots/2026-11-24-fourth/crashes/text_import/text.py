"""Cleans lines of text with the library of the archive."""

import os

import cffi

ffi = cffi.FFI()
ffi.cdef("char *text_clean(const char *line); void text_free(char *text);")
library = ffi.dlopen(os.environ["TEXT"])


class Cleaner:
    def __init__(self):
        self.cleaned = 0

    def __call__(self, line):
        text = library.text_clean(line)
        try:
            return ffi.string(text).decode("utf-8", "replace")
        finally:
            library.text_free(text)
            self.cleaned += 1
