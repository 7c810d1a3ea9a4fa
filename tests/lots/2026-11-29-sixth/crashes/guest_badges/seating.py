"""Seats the guests of a fair and sets the lists of its halls."""

import contextlib
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
    sizes = [60, 800, 4800, 120, 80, 60]
    with contextlib.ExitStack() as stack:
        sheet = [stack.enter_context(labels.label()) for _ in sizes]
        for label, table in zip(sheet, tables(guests(6000), sizes)):
            label.fill(table)
            print(len(table), "guests take", label.length(), "letters", flush=True)


if __name__ == "__main__":
    main()
