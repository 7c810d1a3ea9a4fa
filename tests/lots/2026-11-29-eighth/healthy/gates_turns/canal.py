"""Two pilots take turns at a gate (in C++), five seconds each; a keeper looks."""

import ctypes
import sys
import threading
import time

import lamps


class Pilot(threading.Thread):
    def __init__(self, name, library):
        super().__init__(name=name)
        self.library = library

    @lamps.noted
    def tour(self):
        return self.library.gate_pass(5)

    def run(self):
        for _ in range(100):
            self.tour()
            time.sleep(0.5)


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.gate_pass.restype = library.gate_look.restype = ctypes.c_long
    lamps.Lamps().start()
    for name in ("upwards", "downwards"):
        Pilot(name, library).start()
    while True:
        time.sleep(1)
        print("keeper sees", library.gate_look(), flush=True)


if __name__ == "__main__":
    main()
