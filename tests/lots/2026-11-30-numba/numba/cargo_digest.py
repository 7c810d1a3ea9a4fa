"""Digests of the manifests of ships, to see which of them changed."""

import numpy as np
from numba import njit, prange


def manifest(ship, entries):
    rng = np.random.default_rng(ship)
    return rng.integers(0, 1 << 20, entries)


@njit
def mixed(word):
    word = (word ^ (word >> 9)) * 0x2545
    return word & 0xFFFFF


@njit(parallel=True)
def digest(words):
    value = 17
    for at in prange(words.size):
        value = (value * 31 + mixed(words[at])) & 0xFFFFFFF
    return value


class Registry:
    def __init__(self):
        self.seen = {}

    def changed(self, ship, words):
        now = digest(words)
        before = self.seen.get(ship)
        self.seen[ship] = now
        return before is not None and before != now


def main():
    registry = Registry()
    for voyage in range(3):
        ships = [ship for ship in range(12) if registry.changed(ship, manifest(ship, 5000))]
        print(f"voyage {voyage}: {len(ships)} manifests changed")


if __name__ == "__main__":
    main()
