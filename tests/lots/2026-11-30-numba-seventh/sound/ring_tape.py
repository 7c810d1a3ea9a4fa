"""A tape in a ring: the echo of what was played before, at an index that goes round."""

import numpy as np
from numba import njit


@njit
def echo(sound, delay, share):
    tape = np.zeros(delay)
    head = 0
    out = np.empty_like(sound)
    for at in range(len(sound)):
        out[at] = sound[at] + share * tape[head]
        tape[head - 1] = out[at]
        head += 1
        if head == delay:
            head = 0
    return out


sound = np.sin(np.arange(4000) / 20.0)
print(echo(sound, 333, 0.5).max().round(4))
