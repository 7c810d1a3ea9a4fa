"""Fields of a weather model, compressed by zfp at a fixed rate, without headers."""

import json
from dataclasses import asdict, dataclass

import numpy as np
import zfpy

TYPES = {"f4": zfpy.type_float, "f8": zfpy.type_double}


@dataclass
class Entry:
    name: str
    at: int
    size: int
    shape: list
    kind: str
    rate: float


class Archive:
    def __init__(self, rate=8):
        self.rate = rate
        self.blob = bytearray()
        self.entries = {}

    def put(self, name, field):
        packed = zfpy.compress_numpy(field, rate=self.rate, write_header=False)
        kind = field.dtype.str[1:]
        self.entries[name] = Entry(name, len(self.blob), len(packed), list(field.shape), kind, self.rate)
        self.blob += packed

    def index(self):
        return json.dumps([asdict(entry) for entry in self.entries.values()])

    def get(self, name, zoom=1):
        entry = self.entries[name]
        packed = bytes(self.blob[entry.at : entry.at + entry.size])
        shape = [length * zoom for length in entry.shape]
        return np.asarray(zfpy._decompress(packed, TYPES[entry.kind], shape, rate=entry.rate))
