"""Frames of a microscope, packed by blosc."""

import dataclasses

import blosc
import numpy as np


@dataclasses.dataclass
class Packed:
    shape: tuple
    dtype: str
    data: bytes

    @classmethod
    def of(cls, frame):
        return cls(frame.shape, str(frame.dtype), blosc.compress(frame, frame.itemsize))


class Unpacker:
    """Unpacks into one and the same array, so that nothing is allocated over and over."""

    def __init__(self, first):
        self.frame = np.empty(first.shape, first.dtype)

    def unpack(self, packed):
        blosc.decompress_ptr(packed.data, self.frame.ctypes.data)
        return self.frame
