"""The places of the runners of a race, from the order in which they came in."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def places_of(order):
    places = np.empty(len(order), dtype=np.int64)
    for place in prange(len(order)):
        places[order[place]] = place + 1
    return places


@njit(parallel=True)
def turned(places):
    order = np.empty(len(places), dtype=np.int64)
    for runner in prange(len(places)):
        order[places[runner] - 1] = runner
    return order


class Race:
    def __init__(self, runners, seed):
        rng = np.random.default_rng(seed)
        self.times = rng.gamma(60, 2.2, runners)
        self.numbers = rng.permutation(runners)

    def result(self):
        order = np.argsort(self.times)
        places = places_of(order)
        assert (turned(places) == order).all()
        return self.numbers[order[:3]], places

    def check(self):
        _, places = self.result()
        assert sorted(places) == list(range(1, len(places) + 1))
        fastest = int(self.times.argmin())
        assert places[fastest] == 1
        return int(places[0])


def main():
    for runners in (10, 5000, 250_000):
        race = Race(runners, runners)
        print(runners, race.result()[0].tolist(), race.check())


if __name__ == "__main__":
    main()
