"""Look at each die of a wafer: python map_wafer.py --pitch 300"""

import argparse

from motion import Registers
from stage import Controller, Stage


def dies(radius, pitch):
    for row in range(-radius, radius + 1):
        columns = range(-radius, radius + 1)
        for column in columns if row % 2 else reversed(columns):
            if row * row + column * column <= radius * radius:
                yield column * pitch, row * pitch


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pitch", type=int, default=300)
    parser.add_argument("--radius", type=int, default=3)
    options = parser.parse_args()
    registers = Registers()
    Controller(registers).start()
    stage = Stage(registers)
    looks = 0
    for x, y in dies(options.radius, options.pitch):
        looks += stage.move(x, y)
        print("die at", stage.where(), flush=True)
    stage.home()
    print(looks, "looks")


if __name__ == "__main__":
    main()
