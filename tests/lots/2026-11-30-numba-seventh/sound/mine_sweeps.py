"""Heat round the shafts of a mine: relaxed until nothing changes, and told of now and then."""

import numpy as np
from numba import njit, objmode, prange

EVERY = 200


def tell(sweep, change):
    print(f"sweep {sweep}: change {change:.2e}")


@njit(parallel=True)
def sweep_once(old, new, fixed):
    rows, columns = old.shape
    change = 0.0
    for row in prange(1, rows - 1):
        for column in range(1, columns - 1):
            if fixed[row, column]:
                new[row, column] = old[row, column]
                continue
            new[row, column] = 0.25 * (
                old[row - 1, column] + old[row + 1, column] + old[row, column - 1] + old[row, column + 1]
            )
            change = max(change, abs(new[row, column] - old[row, column]))
    return change


@njit
def relax(rock, fixed, limit, most):
    other = rock.copy()
    for number in range(1, most + 1):
        change = sweep_once(rock, other, fixed)
        rock, other = other, rock
        if number % EVERY == 0:
            with objmode():
                tell(number, change)
        if change < limit:
            break
    return rock


class Mine:
    def __init__(self, rows, columns):
        self.rock = np.full((rows, columns), 12.0)
        self.fixed = np.zeros((rows, columns), dtype=np.bool_)

    def shaft(self, row, column, warmth):
        self.rock[row, column] = warmth
        self.fixed[row, column] = True

    def settle(self):
        return relax(self.rock, self.fixed, 1e-4, 1000)


def main():
    mine = Mine(60, 60)
    for row, column, warmth in ((20, 20, 40.0), (40, 30, 5.0)):
        mine.shaft(row, column, warmth)
    print(mine.settle()[30, 20:26].round(2))


if __name__ == "__main__":
    main()
