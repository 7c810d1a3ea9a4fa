"""Which stops of a bird walk are worth it? From the list of an observer, or by a rule."""

import numpy as np
from numba import njit, types
from numba.typed import List


@njit
def stops(counts, least):
    if least > 0:
        chosen = List.empty_list(types.int64)
        for at in range(counts.size):
            if counts[at] >= least:
                chosen.append(at)
    else:
        chosen = [at for at in range(counts.size)]
    return len(chosen), chosen[0]


def main():
    counts = np.random.default_rng(6).poisson(4.0, 30)
    print("all of them:", counts.sum())
    for least in (0, 4, 8):
        print(least, stops(counts, least))


if __name__ == "__main__":
    main()
