from collections import Counter

from numba import njit

SEEN = Counter()


@njit
def count(word):
    SEEN[word] += 1  # fails: numba-global: SEEN
    return SEEN[word]


print(count("a"))
