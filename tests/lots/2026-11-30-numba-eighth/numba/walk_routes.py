"""Walks between huts: which routes come up again and again?"""

import numpy as np
from numba import njit


@njit
def walk(huts, begin, steps, seed):
    state = seed
    at = begin
    route = [begin]
    for _ in range(steps):
        state = (state * 1103515245 + 12345) % 2147483648
        at = huts[at, state % huts.shape[1]]
        route.append(at)
    return tuple(route)


@njit
def favourites(huts, walks):
    counts = dict()
    for seed in range(walks):
        route = walk(huts, seed % len(huts), 4, seed)
        counts[route] = counts.get(route, 0) + 1
    most = 0
    for count in counts.values():
        most = max(most, count)
    return len(counts), most


def main():
    huts = np.array([[1, 2], [2, 3], [3, 0], [0, 4], [1, 3]])
    print(favourites(huts, 2000))


if __name__ == "__main__":
    main()
