"""Records blocks of samples into the slots of an arena."""

import ctypes
import dataclasses
import itertools
import sys

import numpy


@dataclasses.dataclass
class Plan:
    rate: int
    blocks: int
    size: int = 1 << 16

    @property
    def block(self):
        return self.rate // 10


class Arena:
    def __init__(self, path, size):
        self.library = ctypes.CDLL(path)
        self.library.arena_open.restype = ctypes.c_void_p
        self.library.arena_open.argtypes = [ctypes.c_size_t]
        self.library.arena_put.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p]
        self.handle = self.library.arena_open(size)

    def put(self, slot, samples):
        self.library.arena_put(self.handle, slot, samples.nbytes, samples.ctypes.data)


class Recorder:
    def __init__(self, arena, plan):
        self.arena = arena
        self.plan = plan

    def slots(self):
        """Slots in turns: as many as there is room for."""
        return itertools.cycle(range(self.plan.size // self.plan.block))

    def record(self):
        for number, slot in zip(range(self.plan.blocks), self.slots()):
            samples = numpy.full(self.plan.block, number, numpy.int16)
            self.arena.put(slot, samples)
        return number


def main():
    for plan in (Plan(rate=8000, blocks=20), Plan(rate=16000, blocks=50)):
        recorder = Recorder(Arena(sys.argv[1], plan.size), plan)
        print(plan.rate, recorder.record(), flush=True)


if __name__ == "__main__":
    main()
