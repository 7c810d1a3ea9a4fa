"""Events of a detector, grouped where they are close to each other in time."""

import numpy as np
from numba import njit

BEGIN = 1_721_142_608_000_000_000


def detector(count):
    """Time stamps in nanoseconds since 1970, as the electronics sends them."""
    rng = np.random.default_rng(31)
    steps = rng.choice([40, 4999, 5000, 5001, 90_000], count)
    return (BEGIN + np.cumsum(steps)).astype(np.uint64)


@njit
def ends_group(previous, stamp, window):
    return stamp >= previous + window


@njit
def group(stamps, window):
    sizes = np.zeros(stamps.size, dtype=np.int64)
    current = 0
    sizes[0] = 1
    for at in range(1, stamps.size):
        if ends_group(stamps[at - 1], stamps[at], window):
            current += 1
        sizes[current] += 1
    return sizes[: current + 1]


@njit
def summary(sizes):
    largest = 0
    singles = 0
    for size in sizes:
        largest = max(largest, size)
        if size == 1:
            singles += 1
    return largest, singles


class Run:
    def __init__(self, stamps):
        self.stamps = stamps

    def seconds(self):
        return (int(self.stamps[-1]) - int(self.stamps[0])) / 1e9

    def groups(self, window):
        return group(self.stamps, window)


def main():
    run = Run(detector(2000))
    sizes = run.groups(5000)
    largest, singles = summary(sizes)
    print(f"{sizes.size} groups in {run.seconds():.4f} s, largest {largest}, single {singles}")


if __name__ == "__main__":
    main()
