import concurrent.futures
import ctypes
import dataclasses
import sys

import numpy as np
import gauges


@dataclasses.dataclass(frozen=True)
class Tile:
    column: int
    row: int
    pixels: np.ndarray


class Picture:
    def __init__(self, height, width):
        chance = np.random.default_rng(1)
        self.pixels = chance.integers(0, 256, (height, width), dtype=np.uint8)

    def tiles(self, size):
        for row in range(0, self.pixels.shape[0], size):
            for column in range(0, self.pixels.shape[1], size):
                part = self.pixels[row : row + size, column : column + size]
                yield Tile(column, row, np.ascontiguousarray(part))


class Codec:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.codec_pack.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]

    @gauges.counted
    def pack(self, tile):
        height, width = tile.pixels.shape
        out = np.empty(width * height // 8 + 1, dtype=np.uint8)
        length = self.library.codec_pack(tile.pixels.ctypes.data, width, height, out.ctypes.data)
        return out[:length]


def main():
    codec = Codec(sys.argv[1])
    picture = Picture(256, 300)
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="codec") as pool:
        print(sum(map(len, pool.map(codec.pack, picture.tiles(64)))))


if __name__ == "__main__":
    with gauges.running():
        main()
