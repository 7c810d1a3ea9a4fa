"""Sizes of bowls: what has to be thrown so that they are right after the kiln?"""

from numba import njit
from shrink import shrunk


@njit
def thrown(wanted, step):
    size = wanted
    while shrunk(shrunk(size)) < wanted:
        size += step
    return size


class Order:
    def __init__(self, potter):
        self.potter = potter
        self.bowls = []

    def add(self, diameter, count):
        self.bowls.append((diameter, count))

    def sheet(self):
        for diameter, count in self.bowls:
            yield count, diameter, thrown(diameter, 0.05)


def main():
    order = Order("anna")
    order.add(14.0, 6)
    order.add(22.0, 2)
    for count, diameter, size in order.sheet():
        print(f"{count} x {diameter} cm: throw {size:.2f} cm")


if __name__ == "__main__":
    main()
