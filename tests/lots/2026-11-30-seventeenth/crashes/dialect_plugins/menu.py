import logging
import os
import sys

from plugins import Registry

DISHES = ["pancake", "soup", "roll"]


def menu(registry):
    width = max(map(len, DISHES)) + 2
    for dish in DISHES:
        row = [dish.ljust(width)]
        row += [dialect(dish).ljust(14) for dialect in registry.values()]
        yield "".join(row)


def main(paths):
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    os.environ.pop("LEXICON_EDITION", None)
    registry = Registry().load(["./bavarian.so", *paths])
    for line in menu(registry):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
