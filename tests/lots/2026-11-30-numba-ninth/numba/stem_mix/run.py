"""Takes of a session: some stems are of one channel, others a side of two or backwards."""

import numpy as np
from mixer import Desk

NAMES = ("drums", "bass", "voice", "keys")


class Session:
    def __init__(self, seed, seconds=2):
        self.rng = np.random.default_rng(seed)
        self.count = seconds * 8000

    def mono(self):
        return self.rng.normal(0, 0.3, self.count)

    def left(self):
        return self.rng.normal(0, 0.3, (self.count, 2))[:, 0]

    def borrowed(self):
        return np.frombuffer(self.rng.normal(0, 0.3, self.count).tobytes())

    def short(self):
        return self.rng.normal(0, 0.3, self.count).astype(np.float32)

    def take(self):
        ways = [self.mono, self.left, self.borrowed, self.short]
        return {name: ways[self.rng.integers(len(ways))]() for name in NAMES}


def main():
    session = Session(21)
    desk = Desk()
    loudest = max(float(np.abs(desk.take(session.take())).max()) for _ in range(14))
    print("takes", desk.mixed, "loudest", round(loudest, 4))


if __name__ == "__main__":
    main()
