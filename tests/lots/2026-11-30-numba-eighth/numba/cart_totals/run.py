"""A day's carts, and what the till and the books say of them."""

import random

from pricing import line


class Cart:
    def __init__(self, number):
        self.number = number
        self.lines = []

    def add(self, price, quantity, tax_class):
        self.lines.append((price, quantity, tax_class))

    @classmethod
    def random(cls, number, rng):
        cart = cls(number)
        for _ in range(rng.randint(3, 20)):
            cart.add(rng.randint(5, 2000) / 200, rng.randint(1, 80), rng.randint(0, 2))
        return cart


class Books:
    def __init__(self):
        self.net = 0.0
        self.tax = 0.0
        self.carts = 0

    def enter(self, cart):
        paid = 0.0
        for price, quantity, tax_class in cart.lines:
            net, tax = line(price, quantity, tax_class)
            self.net += net
            self.tax += tax
            paid += net + tax
        self.carts += 1
        return paid


def main():
    rng = random.Random(12)
    books = Books()
    paid = sum(books.enter(Cart.random(number, rng)) for number in range(40))
    print(f"{books.carts} carts, net {books.net:.2f} tax {books.tax:.2f} paid {paid:.2f}")


if __name__ == "__main__":
    main()
