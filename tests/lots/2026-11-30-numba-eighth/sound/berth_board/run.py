"""Berths for ships, of which some are in no register."""

import numpy as np
from harbour import draught_of
from numba import njit, objmode


@njit
def draught(number):
    with objmode(found="float64"):
        found = draught_of(number)
    if found < 0:
        raise ValueError("no such ship")
    return found


@njit
def place(ships, depths):
    berths = np.full(len(ships), -1)
    unknown = 0
    for at in range(len(ships)):
        try:
            need = draught(ships[at])
        except Exception:
            unknown += 1
            continue
        for berth in range(len(depths)):
            if depths[berth] >= need:
                depths[berth] = 0.0
                berths[at] = berth
                break
    return berths, unknown


def main():
    berths, unknown = place(np.arange(134, 146), np.array([9.0, 4.0, 6.5, 5.5, 8.0, 7.0]))
    assert unknown == 6
    print(berths, unknown)


if __name__ == "__main__":
    main()
