"""A bakery: loaves are put into the oven, and taken out in that order, in a thread."""

import ctypes
import queue
import sys
import threading
import time

import orders


class Oven:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.oven_put.restype = ctypes.c_void_p
        self.library.oven_take.argtypes = [ctypes.c_void_p]

    def put(self, grams):
        return self.library.oven_put(grams)

    def take(self, batch):
        return self.library.oven_take(batch)


class Baker(threading.Thread):
    def __init__(self, oven):
        super().__init__(name="baker")
        self.oven = oven
        self.batches = queue.Queue()
        self.loaves = []

    def run(self):
        while (batch := self.batches.get()) is not None:
            self.loaves.append(self.oven.take(batch))


class Shop:
    def __init__(self, oven):
        self.oven = oven
        self.baker = Baker(oven)

    def __enter__(self):
        self.baker.start()
        return self

    def __exit__(self, *_):
        self.baker.batches.put(None)
        self.baker.join()

    def order(self, grams):
        self.baker.batches.put(self.oven.put(grams))
        time.sleep(0.05)


def main():
    orders.Till().start()
    sizes = {"Ott": 500, "Pohl": 750, "Quast": 2500, "Rapp": 1000}
    day = orders.Day(*(orders.Order(name, grams) for name, grams in sizes.items()))
    with Shop(Oven(sys.argv[1])) as shop:
        for order in day:
            shop.order(order.grams)
    print(shop.baker.loaves, flush=True)


if __name__ == "__main__":
    main()
