"""Waits in C++ for what a thread of the library bakes for eleven seconds; a pool of two."""

import concurrent.futures
import ctypes
import sys

import orders


class Oven:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.oven_put.restype = ctypes.c_void_p
        self.library.oven_take.argtypes = [ctypes.c_void_p]

    def bake(self, seconds):
        return self.library.oven_take(self.library.oven_put(seconds))


def main():
    oven = Oven(sys.argv[1])
    book = orders.Book(["Ott", "Pohl", "Rapp"])
    orders.Clock().start()
    with concurrent.futures.ThreadPoolExecutor(2, "baker") as pool:
        for order, loaf in pool.map(lambda order: (order, oven.bake(order.seconds)), book.orders(40)):
            book.baked(order, loaf)


if __name__ == "__main__":
    main()
