"""Rain gauges in a valley: each is read by a thread of its own."""

import concurrent.futures
import ctypes
import random
import sys


class Readings:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.add = self.library.reading_add
        self.add.argtypes = [ctypes.c_int, ctypes.c_double]
        self.sum = self.library.reading_sum
        self.sum.argtypes = [ctypes.c_int]
        self.sum.restype = ctypes.c_double


class Gauge:
    def __init__(self, number, readings):
        self.number = number
        self.readings = readings
        self.chance = random.Random(number)

    def drops(self, count):
        for _ in range(count):
            yield self.chance.uniform(0, 0.4)

    def read(self, count):
        for millimetres in self.drops(count):
            self.readings.add(self.number, millimetres)
        return self.readings.sum(self.number)


def main():
    sys.setswitchinterval(1e-5)
    readings = Readings(sys.argv[1])
    gauges = [Gauge(number, readings) for number in range(6)]
    with concurrent.futures.ThreadPoolExecutor(len(gauges), "gauge") as pool:
        for gauge, sum in zip(gauges, pool.map(lambda gauge: gauge.read(400_000), gauges)):
            print(gauge.number, f"{sum:.1f} mm", flush=True)


if __name__ == "__main__":
    main()
