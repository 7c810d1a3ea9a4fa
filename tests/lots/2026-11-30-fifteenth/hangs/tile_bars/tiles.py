import math
import time

from tqdm import tqdm


def describe(tile):
    """A block of several lines, that must not be torn apart by the bars of others."""
    with tqdm.get_lock():
        tqdm.write(f"tile {tile}: large")
        for level in range(tile % 3, 60):
            tqdm.write(f"    level {level}: {math.exp(-level / 9):.4f}")
            time.sleep(0.2)


def render(tile, done):
    time.sleep(0.05 * (tile % 4))
    if tile % 8 == 5:
        describe(tile)
    done.put((tile, sum(i * tile % 7 for i in range(2000))))
