"""Moths that were caught in several traps on the same nights."""

import numpy as np
from numba import int64, njit
from numba import types
from numba.typed import Dict, List


@njit
def nights_of_species(species, nights):
    seen = Dict.empty(int64, types.ListType(int64))
    for at in range(len(species)):
        if species[at] not in seen:
            seen[species[at]] = List.empty_list(int64)
        seen[species[at]].append(nights[at])
    return seen


@njit
def longest_gap(nights):
    gap = 0
    for at in range(1, len(nights)):
        gap = max(gap, nights[at] - nights[at - 1])
    return gap


rng = np.random.default_rng(8)
species = rng.integers(0, 12, 400)
nights = np.sort(rng.integers(0, 150, 400))
for kind, seen in nights_of_species(species, nights).items():
    print(kind, len(seen), longest_gap(seen))
