# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS needs=gcc native=registry.c gil=needed
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/registry.so")
library.has_name.argtypes = [ctypes.py_object]


class Sensor:
    def __init__(self, name):
        self.name = name
        self.values = [1.0, 2.0]


class Station:
    def __init__(self):
        self.sensors = {n: Sensor(f"s{n}") for n in range(10)}

    def measure(self):
        for sensor in self.sensors.values():
            library.has_name(sensor)

    def summary(self):
        parts = [b"x" * n for n in range(12, 480)]
        for sensor in self.sensors.values():
            parts.append(sensor.name + "!")  # <-- here
        return parts


station = Station()
station.measure()
print(station.summary())
