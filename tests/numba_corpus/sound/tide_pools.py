"""Pools of the tide: a list of each pool's own shells, made before the loop, one for each."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def shells(pools, days):
    rows = [np.zeros(days) for _ in range(len(pools))]
    for pool in prange(len(pools)):
        mine = rows[pool]
        level = pools[pool]
        for day in range(days):
            level = 0.9 * level + 0.1 * day
            mine[day] = level
    total = 0.0
    for one in rows:
        total += one[-1]
    return total


def main():
    pools = np.random.default_rng(75).uniform(0, 5, 64)
    print("shells:", shells(pools, 30))


if __name__ == "__main__":
    main()
