import os
import time

import diskcache


class Tiles:
    """Tiles of a map, in a cache on the disk that all processes use. One renders at a time."""

    def __init__(self, folder):
        self.cache = diskcache.Cache(folder)
        self.lock = diskcache.Lock(self.cache, "renderer")

    def get(self, x, y):
        tile = self.cache.get((x, y))
        if tile is None:
            with self.lock:
                tile = self.cache[x, y] = self.render(x, y)
        return tile

    def render(self, x, y):
        time.sleep(0.02)
        if (x, y) == (3, 1):  # more memory than there is
            os.abort()
        return bytes([x * 16 + y]) * 256
