"""The cheapest way over a height map, by relaxation until nothing changes."""

import numpy as np
from costs import length, step_cost
from numba import njit


@njit
def relax(heights, costs, weight):
    changed = 0
    rows, columns = heights.shape
    for y in range(rows):
        for x in range(columns):
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    v, u = y + dy, x + dx
                    if (dy == 0 and dx == 0) or v < 0 or u < 0 or v >= rows or u >= columns:
                        continue
                    there = costs[v, u] + step_cost(
                        heights[v, u], heights[y, x], length(dy, dx), weight
                    )
                    if there < costs[y, x] - 1e-12:
                        costs[y, x] = there
                        changed += 1
    return changed


@njit
def cheapest(heights, start, weight):
    costs = np.full(heights.shape, np.inf)
    costs[start] = 0.0
    rounds = 0
    while relax(heights, costs, weight):
        rounds += 1
    return costs, rounds
