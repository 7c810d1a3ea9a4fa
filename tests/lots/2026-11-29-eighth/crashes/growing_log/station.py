"""A weather station: one thread measures, another one shows the first hour, again and again."""

import ctypes
import sys
import threading
import time

import numpy

import sensors


class Log(ctypes.Structure):
    _fields_ = [
        ("values", ctypes.POINTER(ctypes.c_double)),
        ("count", ctypes.c_size_t),
        ("room", ctypes.c_size_t),
    ]


class Station:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.log_add.argtypes = [ctypes.POINTER(Log), ctypes.c_double]
        self.sensor = sensors.KNOWN["temperature"]
        self.log = Log()
        self.library.log_open(ctypes.byref(self.log), ctypes.c_size_t(65536))

    def measure(self, count):
        for number in range(count):
            self.library.log_add(self.log, self.sensor(number / 100))

    def first(self, count):
        """The first values, without a copy."""
        return numpy.ctypeslib.as_array(self.log.values, shape=(count,))


class Screen(threading.Thread):
    def __init__(self, station):
        super().__init__(name="screen", daemon=True)
        self.hour = station.first(60000)
        self.shown = 0

    def mean(self):
        return float(self.hour.mean())

    def run(self):
        while True:
            print(f"mean {self.mean():.4f}", flush=True)
            self.shown += 1
            time.sleep(0.05)


def main():
    station = Station(sys.argv[1])
    station.measure(60000)
    Screen(station).start()
    for _ in range(20):
        station.measure(20000)
        time.sleep(0.1)


if __name__ == "__main__":
    main()
