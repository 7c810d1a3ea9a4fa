"""A chain of limiters for the live streams."""

import ctypes
import dataclasses
import json
import weakref

PRESETS = json.loads("""{
  "speech": [{"floor": -0.8, "ceiling": 0.8, "gain": 1.4}],
  "music": [{"floor": -1.0, "ceiling": 1.0, "gain": 1.1}, {"floor": -0.95, "ceiling": 0.95, "gain": 1.0}],
  "night": [{"floor": -0.9, "ceiling": 0.9, "gain": 0.7}, {"ceiling": -0.5, "floor": 0.5, "gain": 1.0}]
}""")


@dataclasses.dataclass
class Stage:
    floor: float
    ceiling: float
    gain: float = 1.0


class Chain:
    def __init__(self, path, preset):
        self.lib = ctypes.CDLL(path)
        self.lib.chain_new.restype = ctypes.c_void_p
        self.lib.chain_free.argtypes = [ctypes.c_void_p]
        self.lib.chain_add.argtypes = [ctypes.c_void_p] + 3 * [ctypes.c_float]
        self.lib.chain_run.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_float), ctypes.c_size_t]
        self.handle = self.lib.chain_new()
        self._finalizer = weakref.finalize(self, self.lib.chain_free, self.handle)
        for entry in PRESETS[preset]:
            stage = Stage(**entry)
            self.lib.chain_add(self.handle, stage.floor, stage.ceiling, stage.gain)

    def __call__(self, samples):
        block = (ctypes.c_float * len(samples)).from_buffer(samples)
        self.lib.chain_run(self.handle, block, len(samples))
        return samples
