"""Seats the guests of a wedding and sets the labels of the tables."""

import sys

from badges import Labels

FIRST = "Ada Bruno Clara Dino Edith Fritz Greta Hans Ilse Jakob Karla Lorenz".split()
LAST = "Ammann Brunner Caduff Derungs Egger Fischer Gerber Huber Iten Jost".split()


def guests(count):
    for number in range(count):
        yield f"{FIRST[number % len(FIRST)]} {LAST[number * 7 % len(LAST)]}"


def tables(names, sizes):
    names = iter(names)
    for size in sizes:
        yield [name for name, _ in zip(names, range(size))]


def main():
    labels = Labels(sys.argv[1])
    sizes = [6, 8, 8, 12, 90, 6]
    for number, table in enumerate(tables(guests(200), sizes), 1):
        print("table", number, labels.length(table), "letters", flush=True)


if __name__ == "__main__":
    main()
