import random

import arena


class Lens:
    def __init__(self, width, height, seed):
        self.width = width
        self.height = height
        self.rng = random.Random(seed)

    def expose(self, into):
        row = bytearray(self.width)
        for y in range(self.height):
            level = 20 + (y * 3) % 40
            row[:] = bytes([level]) * self.width
            into[y * self.width : (y + 1) * self.width] = row
        for _ in range(60):
            x, y = self.rng.randrange(self.width), self.rng.randrange(self.height)
            into[y * self.width + x] = 250

    def drop(self):
        """One picture of a drop of water."""
        with arena.frame(self.width * self.height) as pixels:
            self.expose(pixels)
            return pixels.toreadonly()


def bright(pixels, limit=200):
    return sum(1 for value in pixels if value > limit)
