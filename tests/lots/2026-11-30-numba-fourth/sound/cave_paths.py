"""The shortest way through a cave, with a heap of pairs and a dict of places."""

import heapq

import numpy as np
from numba import njit, types
from numba.typed import Dict

PLACE = types.UniTuple(types.int64, 2)


@njit
def shortest(heights, start, goal):
    best = Dict.empty(PLACE, types.float64)
    best[start] = 0.0
    heap = [(0.0, start)]
    while len(heap) > 0:
        cost, place = heapq.heappop(heap)
        if place == goal:
            return cost
        if cost > best[place]:
            continue
        row, column = place
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = row + dr, column + dc
            if 0 <= r < heights.shape[0] and 0 <= c < heights.shape[1]:
                along = cost + 1.0 + abs(heights[r, c] - heights[row, column])
                if (r, c) not in best or along < best[(r, c)]:
                    best[(r, c)] = along
                    heapq.heappush(heap, (along, (r, c)))
    return np.inf


class Cave:
    def __init__(self, rows, columns, seed=6):
        self.heights = np.random.default_rng(seed).uniform(0.0, 3.0, (rows, columns))

    def way(self, start, goal):
        return shortest(self.heights, start, goal)


def main():
    cave = Cave(30, 40)
    there = cave.way((0, 0), (29, 39))
    back = cave.way((29, 39), (0, 0))
    print(round(there, 4), round(back, 4), abs(there - back) < 1e-9)


if __name__ == "__main__":
    main()
