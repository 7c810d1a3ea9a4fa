"""How far do walks get? Each has its own random numbers, from its own number on."""

import numpy as np
from numba import njit, prange, uint64


@njit
def scramble(state):
    """splitmix64: the next state, and a number from it."""
    state = uint64(state + uint64(0x9E3779B97F4A7C15))
    mixed = state
    mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return state, mixed ^ (mixed >> uint64(31))


@njit
def walk(number, steps):
    state = uint64(number) * uint64(1_000_003)
    x = y = 0
    for _ in range(steps):
        state, chance = scramble(state)
        way = chance & uint64(3)
        if way == 0:
            x += 1
        elif way == 1:
            x -= 1
        elif way == 2:
            y += 1
        else:
            y -= 1
    return x, y


@njit(parallel=True)
def spread(walks, steps):
    squares = 0
    farthest = 0
    returned = 0
    for number in prange(walks):
        x, y = walk(number, steps)
        square = x * x + y * y
        squares += square
        farthest = max(farthest, square)
        if square == 0:
            returned += 1
    return squares / walks, farthest, returned


mean, farthest, returned = spread(20_000, 100)
assert abs(mean - 100) < 4
assert (mean, farthest, returned) == spread(20_000, 100)
print(mean, farthest, returned)
