"""How long until the heat is even, for rings of several sizes: python study.py"""

import concurrent.futures
import threading
import time

from lattice import Lattice


class Progress(threading.Thread):
    def __init__(self):
        super().__init__(name="progress", daemon=True)
        self.size = None
        self.started = time.monotonic()

    def run(self):
        while True:
            time.sleep(1)
            print(f"{time.monotonic() - self.started:.0f} s, at size {self.size}", flush=True)


def rounds(size, tolerance=0.01):
    lattice = Lattice(size)
    lattice.heat(size // 3, 100.0)
    count = 0
    while lattice.cells.max() - lattice.cells.min() > tolerance * lattice.cells.mean() + 1e-12:
        lattice.relax(50)
        count += 1
        if count == 40:
            break
    return count


def main():
    progress = Progress()
    progress.start()
    with concurrent.futures.ThreadPoolExecutor(1, "study") as pool:
        for size in (400, 200, 100, 64, 40):
            progress.size = size
            print(size, pool.submit(rounds, size).result(), "rounds", flush=True)


if __name__ == "__main__":
    main()
