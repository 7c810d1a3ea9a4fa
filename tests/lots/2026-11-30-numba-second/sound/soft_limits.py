"""A limit for signals that compiled and plain code share: one name, a version for each kind."""

import numpy as np
from numba import njit, types
from numba.extending import overload, register_jitable


@register_jitable
def bend(x, knee):
    if abs(x) <= knee:
        return x
    over = abs(x) - knee
    return np.sign(x) * (knee + over / (1 + over / (1 - knee)))


def soft(signal, knee=0.7):
    if np.ndim(signal) == 0:
        return bend(signal, knee)
    return np.array([bend(x, knee) for x in signal])


@overload(soft)
def soft_overload(signal, knee=0.7):
    if isinstance(signal, types.Array) and signal.ndim == 1:

        def for_arrays(signal, knee=0.7):
            out = np.empty_like(signal)
            for at in range(signal.size):
                out[at] = bend(signal[at], knee)
            return out

        return for_arrays
    if isinstance(signal, types.Float):
        return lambda signal, knee=0.7: bend(signal, knee)


@njit
def loudness(signal, gain):
    limited = soft(gain * signal)
    total = 0.0
    for at in range(limited.size):
        total += limited[at] ** 2
    return np.sqrt(total / limited.size), soft(gain, 0.9)


if __name__ == "__main__":
    signal = np.sin(np.linspace(0, 60, 3000))
    for gain in (0.5, 1.0, 3.0):
        print(gain, loudness(signal, gain), np.abs(soft(gain * signal)).max().round(3))
