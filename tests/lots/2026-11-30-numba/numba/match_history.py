"""Ratings of chess players, from the results of their last games."""

import random

from numba import njit


@njit
def expected(own, other):
    return 1.0 / (1.0 + 10.0 ** ((other - own) / 400.0))


@njit
def rating(start, games):
    value = start
    weight = 40.0
    for opponent, points in games:
        value += weight * (points - expected(value, opponent))
        weight = max(10.0, 0.9 * weight)
    return value


class Player:
    def __init__(self, name, start):
        self.name = name
        self.start = start
        self.games = [(start, 0.5)]

    def played(self, opponent, points):
        self.games.append((opponent, points))

    @property
    def rating(self):
        return rating(self.start, tuple(self.games))


def season(rounds):
    random.seed(9)
    players = [Player("Adriaan", 1500.0), Player("Beatriz", 1620.0)]
    for _ in range(rounds):
        first, second = players
        points = 1.0 if random.random() < 0.4 else 0.0
        ratings = first.rating, second.rating
        first.played(ratings[1], points)
        second.played(ratings[0], 1.0 - points)
    return players


for player in season(9):
    print(f"{player.name:10}{player.rating:8.1f}")
