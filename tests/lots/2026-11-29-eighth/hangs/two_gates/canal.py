"""Ships on a canal, upwards and downwards, and a keeper who looks at the gates."""

import ctypes
import sys
import threading
import time


class Gate:
    library = None

    def __init__(self, name):
        self.name = name
        self.handle = self.library.gate_new()

    @property
    def ships(self):
        return self.library.gate_ships(self.handle)

    def pass_to(self, other, ships):
        return self.library.gate_pass(self.handle, other.handle, ships)


class Pilot(threading.Thread):
    def __init__(self, name, start, end, tours):
        super().__init__(name=name)
        self.gates = start, end
        self.tours = tours

    def run(self):
        start, end = self.gates
        for _ in range(self.tours):
            start.pass_to(end, 1)
            time.sleep(0.01)


def load(path):
    library = ctypes.CDLL(path)
    library.gate_new.restype = ctypes.c_void_p
    library.gate_ships.restype = library.gate_pass.restype = ctypes.c_long
    library.gate_ships.argtypes = [ctypes.c_void_p]
    library.gate_pass.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
    Gate.library = library


def main():
    load(sys.argv[1])
    upper, lower = Gate("upper"), Gate("lower")
    pilots = [Pilot("upwards", lower, upper, 500), Pilot("downwards", upper, lower, 500)]
    for pilot in pilots:
        pilot.start()
    for pilot in pilots:
        pilot.join()
    print(upper.ships + lower.ships, flush=True)


if __name__ == "__main__":
    main()
