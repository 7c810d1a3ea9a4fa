"""Units of a game are found again by their numbers, which are those of id()."""

import ctypes
import gc
import threading
import time


class Unit:
    def __init__(self, name, place):
        self.name = name
        self.place = place
        self.orders = []


class Index:
    def __init__(self):
        self.numbers = {}

    def add(self, unit):
        self.numbers[unit.name] = id(unit)

    def find(self, name):
        return ctypes.cast(self.numbers[name], ctypes.py_object).value


class Game:
    def __init__(self):
        self.index = Index()
        self.units = []
        self.names = []

    def found(self, number):
        for n in range(number):
            unit = Unit(f"unit-{n}", (n % 40, n // 40))
            self.units.append(unit)
            self.index.add(unit)

    def retreat(self):
        self.units = self.units[::50]
        gc.collect()
        self.names = [bytes([0x41 + n % 20]) * 23 for n in range(5000)]

    def order(self, name, order):
        self.index.find(name).orders.append(order)


def music():
    while True:
        time.sleep(0.05)


def main():
    threading.Thread(target=music, name="music", daemon=True).start()
    game = Game()
    game.found(1000)
    game.order("unit-3", "wait")
    game.retreat()
    for n in (0, 50, 77):
        game.order(f"unit-{n}", "advance")
        print(n, flush=True)


if __name__ == "__main__":
    main()
