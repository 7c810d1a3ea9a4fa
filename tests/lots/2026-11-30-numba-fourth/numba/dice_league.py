"""A league that is decided by dice, played again with the same seed to check its table."""

import numpy as np
from numba import njit


@njit
def match(strong, weak):
    points = 0
    for _ in range(5):
        if np.random.randint(0, strong) > np.random.randint(0, weak):
            points += 1
    return points


@njit
def season(strengths, rounds):
    table = np.zeros(strengths.size, dtype=np.int64)
    for _ in range(rounds):
        for home in range(strengths.size):
            for guest in range(strengths.size):
                if home != guest:
                    won = match(strengths[home], strengths[guest])
                    table[home] += won
                    table[guest] += 5 - won
    return table


class League:
    def __init__(self, names, seed):
        self.names = names
        self.seed = seed
        rng = np.random.default_rng(seed)
        self.strengths = rng.integers(6, 10, len(names))

    def play(self, rounds=4):
        np.random.seed(self.seed)
        return season(self.strengths, rounds)

    def order(self, table):
        return [self.names[at] for at in np.argsort(-table, kind="stable")]


@njit
def margin(table):
    best = table.max()
    second = -1
    for points in table:
        if points != best and points > second:
            second = points
    return best - second


def main():
    league = League(["Ash", "Birch", "Cedar", "Elm", "Fir"], 77)
    first = league.play()
    second = league.play()
    print("margins:", margin(first), margin(second))
    print(league.order(first), first.tolist())
    print(league.order(second), second.tolist())
    print("the same:", first.tolist() == second.tolist())


if __name__ == "__main__":
    main()
