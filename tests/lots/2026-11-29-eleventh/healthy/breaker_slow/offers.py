"""Offers to builders, whose prices the office has to be asked for."""

import threading
import time

from prices import Prices


class Offers:
    def __init__(self, prices):
        self.prices = prices
        self.written = []

    def write(self, builder, stone, tons):
        price = self.prices.of(stone) * tons
        self.written.append((builder, price))
        return f"{builder}: {tons} t of {stone} at {price}"


def whistle():
    while True:
        time.sleep(0.8)


def main():
    threading.Thread(target=whistle, name="whistle", daemon=True).start()
    prices = Prices()
    print(prices.of_all(), flush=True)
    offers = Offers(prices)
    for builder, stone, tons in (("Holm", "slate", 3), ("Lund", "granite", 20)):
        print(offers.write(builder, stone, tons), flush=True)


if __name__ == "__main__":
    main()
