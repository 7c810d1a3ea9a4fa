"""Couriers take errands from one list."""

import ctypes
import sys
import threading
import time

import streets


class Office:
    """The list of errands; its functions are in C."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.errand_take.restype = ctypes.c_long
        self.library.errand_add.argtypes = [ctypes.c_char_p, ctypes.c_long]

    def fill(self, count):
        for number, errand in zip(range(count), streets.Addresses(count)):
            self.library.errand_add(errand.encode(), number)

    def take(self):
        return self.library.errand_take()


class Courier(threading.Thread):
    def __init__(self, name, office, start):
        super().__init__(name=name)
        self.office = office
        self.start_sign = start
        self.weight = 0

    def run(self):
        self.start_sign.wait()
        while (weight := self.office.take()) >= 0:
            self.weight += weight


def day(office, number):
    office.fill(60000)
    start = threading.Event()
    couriers = [Courier(f"courier {name}", office, start) for name in "abcdef"]
    for courier in couriers:
        courier.start()
    time.sleep(0.05)
    start.set()
    for courier in couriers:
        courier.join()
    print("day", number, sum(courier.weight for courier in couriers), flush=True)


def main():
    sys.setswitchinterval(1e-5)
    office = Office(sys.argv[1])
    for number in range(40):
        day(office, number)


if __name__ == "__main__":
    main()
