"""Rank of papers by who cites them."""

import numpy as np
from numba import njit

DAMPING = 0.85


class Library:
    def __init__(self):
        self.titles = {}
        self.citations = []

    def paper(self, title):
        return self.titles.setdefault(title, len(self.titles))

    def cite(self, citing, cited):
        self.citations.append((self.paper(citing), self.paper(cited)))

    def packed(self):
        """Where the citations of each paper begin, and all of them, sorted by who cites."""
        pairs = np.array(sorted(self.citations))
        starts = np.searchsorted(pairs[:, 0], np.arange(len(self.titles)))
        return starts, pairs


@njit
def cites(starts, paper):
    return starts[paper + 1] - starts[paper]


@njit
def spread(rank, starts, pairs, damping):
    count = len(rank)
    after = np.full(count, (1 - damping) / count)
    for at in range(len(pairs)):
        paper, cited = pairs[at, 0], pairs[at, 1]
        after[cited] += damping * rank[paper] / cites(starts, paper)
    return after


@njit
def ranks(starts, pairs, damping, rounds):
    rank = np.full(len(starts), 1.0 / len(starts))
    for _ in range(rounds):
        rank = spread(rank, starts, pairs, damping)
    return rank


def main():
    rng = np.random.default_rng(15)
    library = Library()
    for year in range(1, 60):
        for _ in range(4):
            library.cite(f"paper {year}", f"paper {int(rng.integers(0, year))}")
    starts, pairs = library.packed()
    rank = ranks(starts, pairs, DAMPING, 20)
    names = sorted(library.titles, key=lambda title: -rank[library.titles[title]])
    print(names[:5], "sum", rank.sum())


if __name__ == "__main__":
    main()
