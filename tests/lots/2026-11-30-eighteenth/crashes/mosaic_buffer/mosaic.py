import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor

from frame import Frame

JOBS = {"stamp": (1 << 19, 20, 4000), "wall": (1 << 19, 900, 16_000)}


class Workshop:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.frames = {}

    def lay(self, name):
        size, tiles, tile = JOBS[name]
        frame = self.frames[name] = Frame(self.library, size)
        for number in range(tiles):
            frame.add(number % 200, tile)
        return frame.sum()


def main():
    workshop = Workshop(sys.argv[1])
    with ThreadPoolExecutor(1, thread_name_prefix="tiler") as pool:
        for name, total in zip(JOBS, pool.map(workshop.lay, JOBS)):
            print(name, total, flush=True)


if __name__ == "__main__":
    main()
