"""People wait for seats. They are told by a callback from the library."""

import ctypes
import gc
import sys
import threading

Told = ctypes.CFUNCTYPE(None, ctypes.c_int)


class Guest:
    def __init__(self, name):
        self.name = name
        self.seats = []

    def told(self, seat):
        self.seats.append(seat)


class Theatre:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.guests = {}

    def wait(self, guest):
        """Keeps what the guest is told by, under the guest's name."""
        self.guests[guest.name] = told = Told(guest.told)
        self.library.seats_listen(told)

    def leave(self, seats):
        for seat in seats:
            self.library.seats_free(seat)


class Doorman(threading.Thread):
    def __init__(self, theatre):
        super().__init__(name="doorman", daemon=True)
        self.theatre = theatre
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(0.2):
            gc.collect()


def main():
    theatre = Theatre(sys.argv[1])
    Doorman(theatre).start()
    for name in ["Ada", "Bo", "Cy", "Bo"]:
        guest = Guest(name)
        theatre.wait(guest)
        blocks = [Told(guest.told) for _ in range(40)]
        print(name, "waits", len(blocks), flush=True)
        del blocks
        gc.collect()
    theatre.leave(range(3))
    print("all are told", flush=True)


if __name__ == "__main__":
    main()
