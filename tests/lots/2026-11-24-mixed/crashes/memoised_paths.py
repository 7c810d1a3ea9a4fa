"""How many ways lead down a staircase, one or two steps at a time."""

import functools
import sys

sys.setrecursionlimit(1_000_000)


@functools.lru_cache(maxsize=None)
def ways(steps):
    if steps < 2:
        return 1
    return (ways(steps - 1) + ways(steps - 2)) % 1_000_007  # <-- here


def main():
    for steps in (10, 1000, 400_000):
        print(steps, ways(steps), flush=True)


main()
