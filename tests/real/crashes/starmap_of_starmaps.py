# A starmap of a starmap of a starmap …, and the first item of the last.
# https://github.com/python/cpython/issues/74483
from itertools import starmap


def nest(depth):
    numbers = [(1,)]
    for _ in range(depth):
        numbers = starmap(lambda *value: value, numbers)
    return numbers


def first(numbers):
    return next(numbers)  # <-- here


numbers = nest(300_000)
print(first(numbers))
