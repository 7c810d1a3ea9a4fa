import ctypes

libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
libc.fputs.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]


class LogFile:
    """A log that C libraries write to as well."""

    def __init__(self, path):
        self.stream = libc.fopen(path.encode(), b"a")
        if not self.stream:
            raise OSError(f"cannot open {path}")
        self.lines = 0

    def write(self, text):
        libc.fputs(text.encode() + b"\n", self.stream)
        self.lines += 1

    def close(self):
        libc.fclose(self.stream)  # <-- here

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()
