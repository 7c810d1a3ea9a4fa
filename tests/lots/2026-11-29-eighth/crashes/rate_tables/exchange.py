"""Rates of exchange: a thread loads them when they change, others work with them."""

import ctypes
import random
import sys
import threading
import time

import deals


class Rates:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.rates_load.argtypes = [ctypes.c_long, ctypes.c_double]
        self.library.rates_sum.restype = ctypes.c_double
        self.version = 0

    def load(self):
        self.version += 1
        self.library.rates_load(2_000_000, random.random())

    def sum(self, rounds):
        return self.library.rates_sum(ctypes.c_long(rounds))


class Loader(threading.Thread):
    def __init__(self, rates):
        super().__init__(name="loader", daemon=True)
        self.rates = rates

    def run(self):
        while True:
            time.sleep(0.5)
            self.rates.load()


class Dealer:
    def __init__(self, rates):
        self.rates = rates
        self.book = deals.Book()
        self.book.start()

    def deal(self):
        value = self.rates.sum(rounds=90)
        return self.book.add(deals.Deal(round(value), self.rates.version)).value


def main():
    rates = Rates(sys.argv[1])
    rates.load()
    Loader(rates).start()
    dealer = Dealer(rates)
    for _ in range(60):
        print(dealer.deal(), "by version", rates.version, flush=True)


if __name__ == "__main__":
    main()
