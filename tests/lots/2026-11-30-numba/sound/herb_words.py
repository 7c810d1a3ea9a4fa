"""Words of recipes: how often, and in which lines; with typed containers."""

from numba import njit, types
from numba.typed import Dict, List

LINES = (
    "thyme and sage and a little rosemary",
    "sage butter for the gnocchi",
    "rosemary with the potatoes and thyme with the carrots",
)
places_type = types.ListType(types.int64)


@njit
def counted(lines):
    counts = Dict.empty(types.unicode_type, types.int64)
    for line in lines:
        for word in line.split():
            counts[word] = counts.get(word, 0) + 1
    return counts


@njit
def index(lines):
    found = Dict.empty(types.unicode_type, places_type)
    for number in range(len(lines)):
        for word in lines[number].split():
            if word not in found:
                found[word] = List.empty_list(types.int64)
            found[word].append(number)
    return found


lines = List(LINES)
print(dict(counted(lines)))
print({word: list(places) for word, places in index(lines).items()})
