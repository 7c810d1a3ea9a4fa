"""Terrain erosion on four threads, with pointers for speed, and one mistake. It dies in native
code:

    atfault run python examples/demo.py
"""

import array
import ctypes
import random
import threading
from concurrent.futures import ThreadPoolExecutor

WIDTH = HEIGHT = 1024
TILE = 64


def grid(cells):
    """Cells of a float each, in rows."""
    return memoryview(array.array("f", cells)).cast("B").cast("f", (HEIGHT, WIDTH))


class Terrain:
    def __init__(self, seed):
        generator = random.Random(seed)
        self.heights = grid(generator.random() for _ in range(HEIGHT * WIDTH))
        self.moved = grid(bytes(4 * HEIGHT * WIDTH))
        self.lock = threading.Lock()
        self.tiles_done = 0


def as_pointer(cells):
    flat = (ctypes.c_float * (HEIGHT * WIDTH)).from_buffer(cells)
    return ctypes.cast(flat, ctypes.POINTER(ctypes.c_float))


def slope(heights, row, column):
    """How much lower the cell above is. Rows are unsigned, as in the C code this was taken from."""
    cells = as_pointer(heights)
    above = ctypes.c_uint32(row - 1).value
    return cells[row * WIDTH + column] - cells[above * WIDTH + column]


def erode_tile(terrain, top, left):
    moved = as_pointer(terrain.moved)
    for row in range(top, top + TILE, 16):
        for column in range(left, left + TILE, 16):
            moved[row * WIDTH + column] = 0.1 * slope(terrain.heights, row, column)
    with terrain.lock:
        terrain.tiles_done += 1


def main():
    terrain = Terrain(seed=7)
    tiles = [(top, left) for top in range(TILE, HEIGHT, TILE) for left in range(0, WIDTH, TILE)]
    random.Random(7).shuffle(tiles)
    tiles.append((0, 512))
    with ThreadPoolExecutor(4, thread_name_prefix="erosion") as pool:
        jobs = [pool.submit(erode_tile, terrain, top, left) for top, left in tiles]
        for job in jobs:
            job.result()
    print("eroded", terrain.tiles_done, "tiles; moved", sum(map(sum, terrain.moved.tolist())))


if __name__ == "__main__":
    main()
