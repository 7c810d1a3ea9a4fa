"""The berths of three days."""

import numpy as np
from plan import assign


def arrivals(day):
    rng = np.random.default_rng(day)
    return rng.choice(np.arange(100, 142), 9, replace=False)


def main():
    depths = np.array([9.0, 4.0, 6.5, 5.5, 8.0, 7.0, 4.5, 6.0])
    tides = np.array([0.0, 0.3, 0.6, 0.3])
    for day in range(1, 9):
        ships = arrivals(day)
        berths = assign(ships, depths, tides)
        print("day", day, "placed", int((berths >= 0).sum()), "of", len(ships))


if __name__ == "__main__":
    main()
