"""How often does each length of a word come in a text?"""

from numba import njit, types
from numba.typed import Dict, List

TEXT = """the harbour lay still and the boats lay still in it until
the wind came round the mole and the masts began to talk"""


def fresh():
    return Dict.empty(key_type=types.unicode_type, value_type=types.int64)


@njit
def words(text):
    found = List.empty_list(types.unicode_type)
    for word in text.split():
        found.append(word.strip(".,"))
    return found


@njit
def count(found, counts):
    for word in found:
        size = len(word)
        counts[size] = counts.get(size, 0) + 1
    return counts


@njit
def most_frequent(counts):
    best, times = 0, 0
    for size, number in counts.items():
        if number > times:
            best, times = size, number
    return best


counts = count(words(TEXT), fresh())
print(most_frequent(counts), dict(counts))
