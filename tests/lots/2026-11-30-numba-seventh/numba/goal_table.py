"""The table of a league: by points, and where two clubs have as many, as they come in the list."""

import numpy as np
from numba import njit

CLUBS = 18


@njit
def points_of(results):
    points = np.zeros(CLUBS, dtype=np.int64)
    for game in range(len(results)):
        home, guest, scored, taken = results[game]
        if scored > taken:
            points[home] += 3
        elif scored < taken:
            points[guest] += 3
        else:
            points[home] += 1
            points[guest] += 1
    return points


@njit
def table(points):
    return np.argsort(-points)


class League:
    def __init__(self, names, seed):
        self.names = names
        self.rng = np.random.default_rng(seed)
        self.results = np.empty((0, 4), dtype=np.int64)

    def play(self):
        order = self.rng.permutation(CLUBS).reshape(-1, 2)
        goals = self.rng.poisson(1.4, (CLUBS // 2, 2))
        self.results = np.vstack((self.results, np.hstack((order, goals))))

    def standing(self):
        points = points_of(self.results)
        return [(self.names[club], int(points[club])) for club in table(points)]


def margin(league):
    """By how many points the first is ahead of the second."""
    (_, first), (_, second), *_ = league.standing()
    return first - second


def main():
    league = League([f"club {chr(65 + club)}" for club in range(CLUBS)], 4)
    for day in range(1, 6):
        league.play()
        first, last = league.standing()[0], league.standing()[-1]
        print(f"day {day}: first {first[0]} with {first[1]}, last {last[0]} with {last[1]}")
    print("ahead by", margin(league))
    for place, (name, points) in enumerate(league.standing(), 1):
        print(place, name, points)


if __name__ == "__main__":
    main()
