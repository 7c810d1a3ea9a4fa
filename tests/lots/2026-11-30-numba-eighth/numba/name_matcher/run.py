"""Names from a list of guests are looked up in the register, several at a time."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from matching import encoded, nearest

WIDTH = 40
PARTS = ("an", "bel", "cor", "di", "el", "fa", "gor", "hil", "is", "jo", "ka", "lu", "mar", "no", "o")


class Register:
    def __init__(self, names):
        self.names = names
        self.letters = np.zeros((len(names), WIDTH), dtype=np.uint8)
        self.lengths = np.zeros(len(names), dtype=np.int64)
        for at, name in enumerate(names):
            self.letters[at], self.lengths[at] = encoded(name, WIDTH)
        self.row = np.zeros(WIDTH + 1, dtype=np.int64)

    def find(self, name):
        letters, length = encoded(name, WIDTH)
        best, far = nearest(letters, length, self.letters, self.lengths, self.row)
        return self.names[best], far


class Desk:
    """Takes lists of names, and answers with the entries that come nearest."""

    def __init__(self, register, clerks):
        self.register = register
        self.pool = ThreadPoolExecutor(clerks)

    def answer(self, names):
        return list(self.pool.map(self.register.find, names))

    def close(self):
        self.pool.shutdown()


def name(rng):
    return "".join(rng.choice(PARTS) for _ in range(rng.randint(4, 9))).title()


def misspelt(name, rng):
    at = rng.randrange(len(name))
    return name[:at] + rng.choice("aeiou") + name[at + 1 :]


def main():
    rng = random.Random(5)
    names = [name(rng) for _ in range(4000)]
    desk = Desk(Register(names), 4)
    for _ in range(3):
        guests = rng.sample(names, 400)
        answers = desk.answer([misspelt(guest, rng) for guest in guests])
        wrong = sum(found != guest for (found, _), guest in zip(answers, guests))
        print("wrong", wrong, "of", len(guests), "letters", sum(far for _, far in answers))
    desk.close()


if __name__ == "__main__":
    main()
