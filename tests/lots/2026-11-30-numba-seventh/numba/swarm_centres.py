"""Swarms of fish in a sonar image: the middle of each, if there is any."""

import numpy as np
from numba import njit


@njit
def grown(echo, row, column, limit, seen):
    members = [(row, column)]
    seen[row, column] = True
    for r, c in members:
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                y, x = r + dr, c + dc
                if 0 <= y < echo.shape[0] and 0 <= x < echo.shape[1]:
                    if not seen[y, x] and echo[y, x] > limit:
                        seen[y, x] = True
                        members.append((y, x))
    return members


@njit
def centre(members):
    rows = 0.0
    columns = 0.0
    for row, column in members:
        rows += row
        columns += column
    return np.array([rows / len(members), columns / len(members)])


@njit
def largest(echo, limit):
    seen = np.zeros(echo.shape, dtype=np.bool_)
    middle = np.array([])
    most = 0
    for row in range(echo.shape[0]):
        for column in range(echo.shape[1]):
            if echo[row, column] > limit and not seen[row, column]:
                members = grown(echo, row, column, limit, seen)
                if len(members) > most:
                    most = len(members)
                    middle = centre(members)
    return middle


class Sonar:
    def __init__(self, rows, columns, seed):
        self.shape = rows, columns
        self.rng = np.random.default_rng(seed)

    def ping(self, swarms):
        echo = self.rng.exponential(0.05, self.shape)
        for _ in range(swarms):
            row = self.rng.integers(3, self.shape[0] - 3)
            column = self.rng.integers(3, self.shape[1] - 3)
            echo[row - 2 : row + 3, column - 2 : column + 3] += 2.0
        return echo


def main():
    sonar = Sonar(60, 80, 2)
    for swarms in (1, 3):
        print(swarms, largest(sonar.ping(swarms), 1.0).round(1))


if __name__ == "__main__":
    main()
