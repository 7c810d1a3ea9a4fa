"""Temperature of a large plate, in one call; another thread tells how far it is."""

import threading
import time

import numpy as np

from sweep import relax


def tell(progress, done):
    while not done.wait(10):
        print(time.strftime("%X"), int(progress[0]), "sweeps, change", progress[1], flush=True)


def main():
    grid = np.zeros((1500, 1500))
    grid[0] = 100
    grid[:, 0] = 40
    progress, done = np.zeros(2), threading.Event()
    thread = threading.Thread(target=tell, args=(progress, done), name="tell")
    thread.start()
    try:
        print(relax(grid, 1e-7, progress))
    finally:
        done.set()
        thread.join()


if __name__ == "__main__":
    main()
