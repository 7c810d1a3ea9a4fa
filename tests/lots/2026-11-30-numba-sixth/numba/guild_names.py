"""Members of guilds, found by the number on their badge."""

import numpy as np
from numba import njit


@njit
def by_badge(badges, guilds):
    members = dict(zip(badges, guilds))
    return members


@njit
def largest(badges, guilds, present):
    members = by_badge(badges, guilds)
    counts = np.zeros(guilds.max() + 1, dtype=np.int64)
    seats = 200
    for badge in reversed(present):
        if badge in members and seats > 0:
            counts[members[badge]] += 1
            seats -= 1
    return counts.argmax(), counts.max()


@njit
def shares(counts):
    total = counts.sum()
    out = np.zeros(len(counts))
    for guild in range(len(counts)):
        if total:
            out[guild] = counts[guild] / total
    return out


class Hall:
    def __init__(self, people, seed):
        rng = np.random.default_rng(seed)
        self.badges = rng.permutation(people * 3)[:people]
        self.guilds = rng.integers(0, 7, people)
        self.rng = rng

    def sizes(self):
        counts = np.bincount(self.guilds, minlength=7)
        return shares(counts)

    def evening(self, guests):
        return self.rng.integers(0, len(self.badges) * 3, guests)


def main():
    hall = Hall(400, 5)
    print("sizes:", hall.sizes().round(3))
    for evening in range(3):
        guild, there = largest(hall.badges, hall.guilds, hall.evening(250))
        print(evening, int(guild), int(there))


if __name__ == "__main__":
    main()
