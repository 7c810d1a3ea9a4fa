"""How many changes is it from one station of the metro to all others?"""

from collections import deque

import numpy as np
from numba import njit


class Network:
    """Stations and lines, as lists of neighbours laid one behind the other."""

    def __init__(self, stations):
        self.stations = stations
        self.pairs = []

    def connect(self, a, b):
        self.pairs.append((a, b))
        self.pairs.append((b, a))

    def packed(self):
        pairs = np.array(sorted(self.pairs))
        starts = np.zeros(self.stations + 1, dtype=np.int64)
        for a, _ in pairs:
            starts[a + 1] += 1
        return np.cumsum(starts), pairs[:, 1].copy()


@njit
def stops_from(home, starts, neighbours):
    count = len(starts) - 1
    stops = np.full(count, -1)
    stops[home] = 0
    waiting = deque()
    waiting.append(home)
    while len(waiting) > 0:
        station = waiting.popleft()
        for at in range(starts[station], starts[station + 1]):
            other = neighbours[at]
            if stops[other] < 0:
                stops[other] = stops[station] + 1
                waiting.append(other)
    return stops


@njit
def farthest(starts, neighbours):
    longest = 0
    for home in range(len(starts) - 1):
        longest = max(longest, stops_from(home, starts, neighbours).max())
    return longest


def ring_and_spokes(ring, spokes):
    network = Network(ring + spokes)
    for at in range(ring):
        network.connect(at, (at + 1) % ring)
    for spoke in range(spokes):
        network.connect(ring + spoke, spoke * ring // spokes)
    return network


if __name__ == "__main__":
    starts, neighbours = ring_and_spokes(24, 6).packed()
    print("the longest journey has", farthest(starts, neighbours), "stops")
