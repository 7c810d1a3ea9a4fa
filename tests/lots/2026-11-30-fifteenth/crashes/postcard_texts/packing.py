import os

import cffi
import numpy as np

ffi = cffi.FFI()
ffi.cdef("int64_t texts_pack(const char *data, const uint16_t *starts, int number, char *out);")
lib = ffi.dlopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), "texts.so"))


class Column:
    """Texts one behind the other, and where each one starts."""

    def __init__(self, texts):
        encoded = [text.encode() for text in texts]
        self.data = np.frombuffer(b"".join(encoded), dtype=np.uint8)
        self.starts = np.zeros(len(encoded) + 1, dtype=np.uint16)
        np.cumsum([len(text) for text in encoded], out=self.starts[1:], dtype=np.uint16)

    def __len__(self):
        return len(self.starts) - 1

    def lines(self):
        out = np.empty(len(self.data) + len(self), dtype=np.uint8)
        used = lib.texts_pack(
            ffi.from_buffer("char[]", self.data),
            ffi.from_buffer("uint16_t[]", self.starts),
            len(self),
            ffi.from_buffer("char[]", out),
        )
        return out[:used].tobytes().decode().splitlines()
