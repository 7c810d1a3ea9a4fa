"""The game of life on a ring of cells, in strips of threads, with a report of the work so far."""

import concurrent.futures
import gc
import sys


class World:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells = {(x, y) for x in range(width) for y in range(height) if (x * x + 3 * y * y + x * y) % 7 < 3}

    def neighbours(self, x, y):
        return sum(
            ((x + dx) % self.width, (y + dy) % self.height) in self.cells
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if dx or dy
        )

    def strip(self, columns):
        return {
            (x, y)
            for x in columns
            for y in range(self.height)
            if self.neighbours(x, y) in ((2, 3) if (x, y) in self.cells else (3,))
        }

    def turn(self, pool):
        half = self.width // 2
        parts = pool.map(self.strip, (range(half), range(half, self.width)))
        self.cells = set().union(*parts)


def recorder():
    for thing in gc.get_objects():
        if type(thing).__name__ == "Recorder":
            return thing
    return None


def main(turns=30):
    world = World(40, 24)
    watching = recorder()
    with concurrent.futures.ThreadPoolExecutor(2, "strip") as pool:
        for turn in range(turns):
            world.turn(pool)
            if turn % 10 == 9:
                print("turn", turn, len(world.cells), "alive", flush=True)
                if watching:
                    print(watching.report(3), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
