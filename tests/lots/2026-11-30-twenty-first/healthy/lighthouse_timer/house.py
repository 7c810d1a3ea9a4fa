"""A lighthouse: its lamp turns each five seconds; the keeper has the log while he waits, and a visitor wants it."""

import ctypes
import pathlib
import threading


class Lamp:
    def __init__(self, seconds):
        self.library = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parents[2] / "liblamp.so"))
        self.library.lamp_wait.restype = ctypes.c_long
        self.timer = self.library.lamp_new(seconds)

    def turn(self):
        return self.library.lamp_wait(self.timer)


class House:
    def __init__(self, lamp):
        self.lamp = lamp
        self.log = threading.Condition()
        self.turns = 0
        self.visitor = 0

    def keep(self):
        while True:
            with self.log:
                self.turns += self.lamp.turn()
                self.log.notify_all()
                self.log.wait_for(lambda: self.visitor >= self.turns)

    def visit(self):
        while True:
            with self.log:
                self.log.wait_for(lambda: self.turns > self.visitor)
                self.visitor = self.turns
                self.log.notify_all()
            print("turn", self.visitor, flush=True)


def main():
    house = House(Lamp(5))
    threading.Thread(target=house.keep, name="keeper", daemon=True).start()
    house.visit()


if __name__ == "__main__":
    main()
