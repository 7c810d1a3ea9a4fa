"""The way of a drone between towers: by the nearest tower each time, and back if it has to."""

import numpy as np
from numba import njit


class Mission:
    def __init__(self, towers, home, return_home):
        self.towers = np.asarray(towers, dtype=np.float64)
        self.home = home
        self.return_home = return_home

    def __len__(self):
        return len(self.towers)

    def plan(self):
        return route(self.towers, self.home, self.return_home)


@njit
def distance(towers, a, b):
    dx = towers[a, 0] - towers[b, 0]
    dy = towers[a, 1] - towers[b, 1]
    return (dx * dx + dy * dy) ** 0.5


@njit
def nearest(towers, here, done):
    best = -1
    for other in range(len(towers)):
        if not done[other]:
            if best < 0 or distance(towers, here, other) < distance(towers, here, best):
                best = other
    return best


@njit
def route(towers, home, return_home):
    done = np.zeros(len(towers), dtype=np.bool_)
    done[home] = True
    way = [home]
    while len(way) < len(towers):
        step = nearest(towers, way[-1], done)
        done[step] = True
        way.append(step)
    if return_home:
        way = np.append(np.array(way), home)
    length = 0.0
    for at in range(1, len(way)):
        length += distance(towers, way[at - 1], way[at])
    return way, length


def towers_of(count, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 4000, size=(count, 2))


if __name__ == "__main__":
    for return_home in (False, True):
        way, length = Mission(towers_of(14, 5), 0, return_home).plan()
        print(list(way), round(length), "m")
