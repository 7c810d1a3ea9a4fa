"""A quest: players march over the board by turns."""

import logging
import sys

from world import World

ORDERS = [
    ("Ida", 3, 0, 60),
    ("Otto", 40, 10, 50),
    ("Ida", 41, 0, 64),
    ("Otto", 3, 20, 6_000_000),
]


def main():
    logging.basicConfig(level=logging.INFO)
    world = World(64, 64)
    for name in ("Ida", "Otto"):
        world.join(name)
    for name, x, y, steps in ORDERS:
        print(name, "marches", steps, "steps", flush=True)
        print("the last cell is", world.march(name, x, y, steps), "high", flush=True)


if __name__ == "__main__":
    sys.exit(main())
