import numpy as np

import depth


class Track:
    """The pings of one line across the lake."""

    def __init__(self, name, pings):
        self.name = name
        self.pings = pings

    def depths(self, metres):
        return [depth.strongest(ping, metres) for ping in self.pings]

    def noise(self):
        return float(np.mean([np.median(ping) for ping in self.pings]))


def sail(name, seed, number, size=600_000):
    rng = np.random.default_rng(seed)
    pings = []
    for _ in range(number):
        ping = rng.random(size, dtype=np.float32)
        ping[rng.integers(size // 2, size)] = 3
        pings.append(ping)
    return Track(name, pings)
