"""Watches the gauges of a sluice; each is put to zero at midnight."""
import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor

library = ctypes.CDLL(sys.argv[1])
library.gauge_new.restype = ctypes.c_void_p
library.gauge_size.restype = ctypes.c_size_t
library.gauge_set.argtypes = [ctypes.c_void_p, ctypes.c_double]
library.gauge_level.argtypes = [ctypes.c_void_p]
library.gauge_level.restype = ctypes.c_double


class Gauge:
    def __init__(self, name):
        self.name = name
        self.handle = library.gauge_new()

    def set(self, height):
        library.gauge_set(self.handle, height)

    def reset(self):
        ctypes.memset(self.handle, 0, library.gauge_size())

    @property
    def level(self):
        return library.gauge_level(self.handle)


def day(gauge, hours=24):
    levels = []
    for hour in range(hours):
        gauge.set(100 + 7 * hour)
        levels.append(gauge.level)
    gauge.reset()
    return max(levels)


def week(name):
    gauge = Gauge(name)
    return name, [day(gauge) for _ in range(7)]


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        for name, levels in pool.map(week, ["upper", "lower"]):
            print(name, levels)
