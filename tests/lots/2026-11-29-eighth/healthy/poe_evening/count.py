"""Counts beads on chains, below poethepoet: a long computation."""

import functools


class Chains:
    def __init__(self, colours):
        self.colours = colours

    def rotations(self, chain):
        return {chain[n:] + chain[:n] for n in range(len(chain))}

    def all(self, length, chain=()):
        if len(chain) == length:
            yield chain
            return
        for colour in range(self.colours):
            yield from self.all(length, (*chain, colour))

    @functools.lru_cache(None)
    def count(self, length):
        seen = set()
        for chain in self.all(length):
            seen.add(min(self.rotations(chain)))
        return len(seen)


if __name__ == "__main__":
    chains = Chains(4)
    for length in range(2, 13):
        print(length, chains.count(length), flush=True)
