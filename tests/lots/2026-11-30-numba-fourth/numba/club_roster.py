"""Teams of a chess club: ratings of their players, and pairings for an evening."""

import numpy as np
from numba import float64, int64, njit, types
from numba.experimental import jitclass

spec = [
    ("boards", int64),
    ("ratings", types.ListType(float64)),
    ("points", float64),
]


@jitclass(spec)
class Team:
    def __init__(self, boards):
        self.boards = boards
        self.points = 0.0
        self.ratings = [1500.0 for _ in range(boards)]

    def set_rating(self, board, rating):
        self.ratings[board] = rating

    def mean(self):
        total = 0.0
        for rating in self.ratings:
            total += rating
        return total / self.boards


@njit
def expected(a, b):
    return 1.0 / (1.0 + 10.0 ** ((b - a) / 400.0))


@njit
def evening(home, guests):
    score = 0.0
    for board in range(home.boards):
        score += expected(home.ratings[board], guests.ratings[board])
    return score


class Club:
    def __init__(self, names, boards=6, seed=1):
        rng = np.random.default_rng(seed)
        self.teams = {}
        for name in names:
            team = Team(boards)
            for board, rating in enumerate(rng.normal(1700, 180, boards)):
                team.set_rating(board, rating)
            self.teams[name] = team

    def table(self):
        for a, home in self.teams.items():
            for b, guests in self.teams.items():
                if a != b:
                    yield a, b, evening(home, guests)


def main():
    club = Club(["Rook", "Knight", "Bishop"])
    for a, b, score in club.table():
        print(f"{a:8}{b:8}{score:.2f}")


if __name__ == "__main__":
    main()
