"""Visitors of a museum by quarters of an hour, from the log of its turnstiles."""

import numpy as np
from numba import njit

DAY = 24 * 3600
SLOTS = DAY // 900


class Log:
    """Passages of a day: seconds since midnight from the old gates, milliseconds from the new."""

    def __init__(self):
        rng = np.random.default_rng(55)
        self.old = np.sort(rng.integers(9 * 3600, 18 * 3600, 600))
        self.new = 1_764_000_000_000 + np.sort(rng.integers(9 * 3600, 18 * 3600, 400)) * 1000

    def passages(self):
        return np.concatenate((self.old, self.new))


@njit
def slot_of(stamp):
    return stamp // 900


@njit
def per_slot(stamps, slots):
    counts = np.zeros(slots, dtype=np.int64)
    for stamp in stamps:
        counts[slot_of(stamp)] += 1
    return counts


@njit
def smoothed(counts):
    out = counts.astype(np.float64)
    for slot in range(1, counts.size - 1):
        out[slot] = (counts[slot - 1] + 2 * counts[slot] + counts[slot + 1]) / 4
    return out


@njit
def busiest(counts):
    best = 0
    for slot in range(counts.size):
        if counts[slot] > counts[best]:
            best = slot
    return best


def main():
    log = Log()
    stamps = log.passages()
    counts = per_slot(stamps, SLOTS)
    slot = busiest(smoothed(counts))
    print(f"most at {slot // 4:02}:{slot % 4 * 15:02}, {counts[slot]} visitors")


if __name__ == "__main__":
    main()
