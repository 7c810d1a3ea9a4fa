"""A diary as columns of texts for pyarrow, page by page, without a copy of what was read."""

import numpy as np
import pyarrow as pa


class Pages:
    """Reads pages into the same memory again and again: offsets, and the text itself."""

    def __init__(self, days, letters):
        self.offsets = np.zeros(days + 1, np.int32)
        self.letters = bytearray(letters)

    def read(self, days):
        text = "".join(days).encode()
        if len(text) > len(self.letters):
            self.letters = bytearray(len(text))
        self.letters[: len(text)] = text
        np.cumsum([len(day) for day in days], out=self.offsets[1:])
        buffers = [None, pa.py_buffer(self.offsets), pa.py_buffer(self.letters)]
        return pa.Array.from_buffers(pa.string(), len(days), buffers)
