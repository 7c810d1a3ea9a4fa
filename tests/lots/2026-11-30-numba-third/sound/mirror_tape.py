"""A tape that is played backwards, and two channels that are laid side by side."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def backwards(tape):
    out = np.empty_like(tape)
    last = tape.size - 1
    for at in prange(tape.size):
        out[last - at] = tape[at]
    return out


@njit(parallel=True)
def turned_in_place(tape):
    last = tape.size - 1
    for at in prange(tape.size // 2):
        kept = tape[at]
        tape[at] = tape[last - at]
        tape[last - at] = kept


@njit(parallel=True)
def interleaved(left, right):
    out = np.empty(2 * left.size)
    for at in prange(left.size):
        out[2 * at] = left[at]
        out[2 * at + 1] = right[at]
    return out


tape = np.random.default_rng(4).normal(size=200_001)
assert (backwards(tape) == tape[::-1]).all()
copy = tape.copy()
turned_in_place(copy)
assert (copy == tape[::-1]).all()
both = interleaved(tape, copy)
assert (both[::2] == tape).all() and (both[1::2] == copy).all()
print(both[:4].round(3))
