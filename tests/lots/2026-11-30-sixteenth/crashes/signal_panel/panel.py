"""Compare two probes for a panel, one after the other: python panel.py LIBRARY"""

import _ctypes
import contextlib
import ctypes
import sys
import time


class Probe:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.probe_ticks.restype = ctypes.c_long

    def start(self, milliseconds):
        if self.library.probe_start(milliseconds):
            raise OSError("the timer was refused")

    @property
    def ticks(self):
        return self.library.probe_ticks()

    def unload(self):
        handle, self.library = self.library._handle, None
        _ctypes.dlclose(handle)


@contextlib.contextmanager
def probing(path, milliseconds):
    probe = Probe(path)
    probe.start(milliseconds)
    try:
        yield probe
    finally:
        probe.unload()


def load(seconds):
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        number += sum(i * i for i in range(200))
    return number


class Row:
    """A line of the panel, with the mean of what came in."""

    def __init__(self, name):
        self.name = name
        self.values = []

    def add(self, value):
        self.values.append(value)

    @property
    def mean(self):
        return sum(self.values) / max(1, len(self.values))


def settle(panel):
    """What was measured is smoothed and sorted."""
    rows = sorted(panel.values(), key=lambda row: -row.mean)
    for _ in range(40):
        load(0.05)
    return rows


panel = {}
with probing(sys.argv[1], 20) as probe:
    load(0.5)
    panel["idle"] = Row("idle")
    panel["idle"].add(probe.ticks)
    print("ticks", probe.ticks > 0, flush=True)
for row in settle(panel):
    print(row.name, row.mean)
