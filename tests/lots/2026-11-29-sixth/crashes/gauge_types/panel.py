"""A panel with gauges."""

import ctypes
import sys


def load(path):
    library = ctypes.CDLL(path)
    library.gauge_pressure.restype = ctypes.c_void_p
    library.gauge_convert.restype = ctypes.c_double
    library.gauge_convert.argtypes = [ctypes.c_void_p, ctypes.c_double]
    return library


class Panel:
    makers = {"pressure": "gauge_pressure"}

    def __init__(self, library):
        self.library = library
        self.gauges = {}

    def add(self, name, kind):
        self.gauges[name] = getattr(self.library, self.makers[kind])()

    def read(self, name, volts):
        return self.library.gauge_convert(self.gauges[name], volts)


def main():
    panel = Panel(load(sys.argv[1]))
    panel.add("boiler", "pressure")
    print(panel.read("boiler", 1.2))


if __name__ == "__main__":
    main()
