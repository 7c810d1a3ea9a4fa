"""Lines of settings, read by a library in C (cffi, ABI mode)."""

import contextlib

import cffi

ffi = cffi.FFI()
ffi.cdef(
    """
    char *ini_line(const char *text);
    char *ini_trim(char *line);
    void ini_free(char *line);
    """
)


class Reader:
    def __init__(self, path):
        self.library = ffi.dlopen(path)
        self.values = {}

    @contextlib.contextmanager
    def line(self, text):
        line = self.library.ini_line(text.encode())
        line = self.library.ini_trim(line)
        try:
            yield ffi.string(line).decode()
        finally:
            self.library.ini_free(line)

    def feed(self, text):
        with self.line(text) as line:
            if not line or line.startswith("#"):
                return
            name, _, value = line.partition("=")
            self.values[name.strip()] = value.strip()
