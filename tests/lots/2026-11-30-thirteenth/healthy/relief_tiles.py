"""Tiles of a relief, written by three threads into one file, whose writer is locked."""

import concurrent.futures
import pathlib
import tempfile
import threading
import time

import numpy as np
import rasterio
from rasterio.windows import Window

SIZE, TILE = 8192, 512


class Relief:
    def __init__(self, path):
        profile = dict(driver="GTiff", width=SIZE, height=SIZE, count=1, dtype="float32", tiled=True,
                       blockxsize=TILE, blockysize=TILE, compress="deflate", zlevel=9)
        self.file = rasterio.open(path, "w", **profile)
        self.lock = threading.Lock()

    def heights(self, row, column):
        y, x = np.mgrid[row : row + TILE, column : column + TILE] / 300
        total = np.zeros((TILE, TILE))
        for octave in range(1, 14):
            total += np.sin(x * octave * 1.7) * np.cos(y * octave * 1.3) / octave
        return total.astype(np.float32)

    def write(self, at):
        row, column = at
        tile = self.heights(row, column)
        with self.lock:
            self.file.write(tile, 1, window=Window(column, row, TILE, TILE))
            time.sleep(0.8)
        return at


def main():
    with tempfile.TemporaryDirectory() as folder:
        relief = Relief(pathlib.Path(folder, "relief.tif"))
        tiles = [(row, column) for row in range(0, SIZE, TILE) for column in range(0, SIZE, TILE)]
        with concurrent.futures.ThreadPoolExecutor(3, "tile") as pool:
            for number, at in enumerate(pool.map(relief.write, tiles)):
                if number % 16 == 0:
                    print(time.strftime("%X"), number, at, flush=True)
        relief.file.close()


if __name__ == "__main__":
    main()
