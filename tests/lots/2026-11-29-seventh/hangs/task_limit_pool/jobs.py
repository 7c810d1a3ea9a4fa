"""A block of the table."""

import functools


@functools.lru_cache(maxsize=None)
def weight(number):
    return (number * 2654435761) % 97


def block(number, size=2000):
    return sum(weight(i) for i in range(number * size, (number + 1) * size))
