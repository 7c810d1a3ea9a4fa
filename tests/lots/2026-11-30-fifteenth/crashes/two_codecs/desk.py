import sys

import numpy as np

from codecs_c import Music, Voice


class Desk:
    def __init__(self, rate=8000):
        self.rate = rate
        self.chance = np.random.default_rng(rate)
        self.codecs = {}

    def codec(self, kind):
        if kind not in self.codecs:
            self.codecs[kind] = kind()
        return self.codecs[kind]

    def take(self, seconds):
        return self.chance.integers(-9000, 9000, int(seconds * self.rate)).astype(np.int16)

    def broadcast(self, programme):
        for name, kind, seconds in programme:
            amount = self.codec(kind).encode(self.take(seconds))
            print(f"{name:12} {amount:.0f}", flush=True)


def main():
    Desk().broadcast([("news", Voice, 3), ("weather", Voice, 1), ("concert", Music, 8), ("news", Voice, 2)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
