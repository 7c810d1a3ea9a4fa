"""Which brooks end in which river: the net of a map, walked upstream."""

import numpy as np
from numba import njit


@njit
def upstream_of(flows, count):
    above = [[] for _ in range(count)]
    for at in range(flows.shape[0]):
        above[flows[at, 1]].append(flows[at, 0])
    return above


@njit
def basin(above, mouth):
    size = 0
    waiting = [mouth]
    while len(waiting) > 0:
        node = waiting.pop()
        size += 1
        for other in above[node]:
            waiting.append(other)
    return size


@njit
def largest(flows, count, mouths):
    above = upstream_of(flows, count)
    best, most = -1, 0
    for mouth in mouths:
        size = basin(above, mouth)
        if size > most:
            best, most = mouth, size
    return best, most


@njit
def lengths(flows, count, places):
    """How far each brook is from the sea; nodes with smaller numbers come first."""
    far = np.zeros(count)
    for at in range(flows.shape[0]):
        node, below = flows[at, 0], flows[at, 1]
        far[node] = far[below] + abs(places[node] - places[below])
    return far


class Map:
    """Brooks that flow to one of the nodes with smaller numbers."""

    def __init__(self, nodes, mouths, seed):
        rng = np.random.default_rng(seed)
        self.nodes = nodes
        self.mouths = np.arange(mouths)
        sources = np.arange(mouths, nodes)
        targets = np.array([rng.integers(max(0, node - 60), node) for node in sources])
        self.flows = np.column_stack((sources, targets))
        self.places = np.cumsum(rng.exponential(0.4, nodes))

    def farthest(self):
        return lengths(self.flows, self.nodes, self.places).max()

    def largest(self):
        return largest(self.flows, self.nodes, self.mouths)


def main():
    land = Map(4000, 12, 9)
    print(f"the farthest spring is {land.farthest():.1f} km from the sea")
    mouth, size = land.largest()
    print(f"river {mouth} takes up {size} brooks")


if __name__ == "__main__":
    main()
