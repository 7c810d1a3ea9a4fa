"""Prices by name, and sums of what customers take."""

import random

from pairs import pair


class Price:
    def __init__(self, cents):
        self.cents = cents
        self.seen = []


PRICES = {name: Price(cents) for name, cents in [("tea", 240), ("cake", 310), ("milk", 90)]}


def bill(names):
    total = 0
    for name in names:
        label, price = pair(PRICES, name)
        price.seen.append(label)
        total += price.cents
    return total


def main():
    chance = random.Random(3)
    for customer in range(200):
        print(customer, bill(chance.choices(list(PRICES), k=3)), flush=True)


main()
