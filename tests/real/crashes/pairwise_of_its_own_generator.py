# A generator asks the pairs that are made of it for the next one.
# https://github.com/python/cpython/issues/149557
from itertools import pairwise


def readings():
    yield next(pairs)  # <-- here


def first_pair():
    global pairs
    pairs = pairwise(readings())
    return next(pairs)  # <-- here


for _ in range(20_000):
    try:
        first_pair()
    except ValueError:
        pass
