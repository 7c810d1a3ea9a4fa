"""How long until a collector has all cards of a series, if some are rare?"""

import numpy as np
from numba import njit


@njit
def collect(rng, cards, packs):
    have = np.zeros(len(cards), dtype=np.int64)
    missing = len(cards)
    for pack in range(1, packs + 1):
        for card in rng.choice(cards, 5):
            if have[card] == 0:
                missing -= 1
            have[card] += 1
        if missing == 0:
            return pack
    return packs


class Series:
    def __init__(self, common, rare):
        numbers = np.arange(common + rare)
        self.cards = np.concatenate([np.repeat(numbers[:common], 10), numbers[common:]])
        self.cards = self.cards[self.cards >= 0]

    def mean_packs(self, collectors, seed):
        rng = np.random.default_rng(seed)
        numbers = np.unique(self.cards)
        return np.mean([collect(rng, numbers, 2000) for _ in range(collectors)])


def main():
    for common, rare in ((40, 0), (40, 10)):
        print(common, rare, Series(common, rare).mean_packs(50, 3).round(1))


main()
