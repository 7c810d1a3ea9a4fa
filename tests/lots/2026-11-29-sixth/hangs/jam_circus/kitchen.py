"""Cooks put jars of jam onto a shelf, packers take them; a worker of circus."""

import itertools
import threading
import time

from shelf import Shelf


class Kitchen:
    def __init__(self):
        self.shelf = Shelf(room=1)
        self.cooked = itertools.count()
        self.packed = 0

    def cook(self):
        while True:
            self.shelf.put(f"jar {next(self.cooked)}")

    def pack(self):
        while True:
            self.shelf.take()
            self.packed += 1

    def clock(self):
        while True:
            time.sleep(1)
            print("packed", self.packed, flush=True)

    def run(self):
        threading.Thread(target=self.clock, name="clock", daemon=True).start()
        for number in range(3):
            threading.Thread(target=self.cook, name=f"cook {number}").start()
            threading.Thread(target=self.pack, name=f"packer {number}").start()


if __name__ == "__main__":
    Kitchen().run()
