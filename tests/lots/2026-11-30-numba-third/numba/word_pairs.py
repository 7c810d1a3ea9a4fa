"""Which words follow each other? Counted over a text that is made up of a few."""

import random

from numba import jit

WORDS = "the old man and sea saw a white ship that sailed over water to far shore".split()


def text(count, seed):
    rng = random.Random(seed)
    return [rng.choice(WORDS) for _ in range(count)]


@jit(forceobj=True)
def count_pairs(words):
    seen = {}
    for at in range(len(words) - 1):
        pair = words[at], words[at + 1]
        if pair in seen:
            seen[pair] += 1
        else:
            seen[pair] = 1
    return seen


@jit(nopython=True)
def entropy_part(count, total):
    return count / total


def most_often(words, limit):
    pairs = count_pairs(words)
    order = sorted(pairs, key=pairs.get, reverse=True)
    return [(pair, entropy_part(pairs[pair], len(words))) for pair in order[:limit]]


def variety(words):
    return len(set(words)) / len(WORDS)


class Corpus:
    def __init__(self, count, seed):
        self.words = text(count, seed)

    def lines(self, width=9):
        for at in range(0, len(self.words), width):
            yield " ".join(self.words[at : at + width])

    def pairs(self, limit):
        return most_often(self.words, limit)


if __name__ == "__main__":
    corpus = Corpus(1_000_000, 2)
    print(next(corpus.lines()), variety(corpus.words))
    for pair, share in corpus.pairs(4):
        print(" ".join(pair), f"{share:.5f}")
