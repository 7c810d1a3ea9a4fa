"""When was each lift checked, and which one is due first?"""

import numpy as np
from numba import njit

UNKNOWN = np.datetime64("NaT")


@njit
def latest(visits, kinds, kind, missing):
    at = -1
    for k in range(visits.size):
        if kinds[k] == kind:
            at = k
    if at < 0:
        return missing
    return visits[at]


@njit
def share_of(kinds, kind):
    return (kinds == kind).sum() / kinds.size


class Lift:
    def __init__(self, name, rng):
        self.name = name
        days = np.sort(rng.integers(0, 3000, 12))
        self.visits = np.datetime64("2016-01-04") + days.astype("timedelta64[D]")
        self.kinds = rng.integers(0, 4, 12)

    def checked(self, kind):
        return latest(self.visits, self.kinds, kind, UNKNOWN)


def main():
    rng = np.random.default_rng(8)
    lifts = [Lift(name, rng) for name in ("north", "south", "freight")]
    for lift in lifts:
        print(lift.name, "brakes:", round(share_of(lift.kinds, 2), 2))
        print(lift.name, "last:", lift.checked(2))


if __name__ == "__main__":
    main()
