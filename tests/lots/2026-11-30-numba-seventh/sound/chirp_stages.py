"""A transform of a chirp, stage by stage, in place: each butterfly has two elements of its own."""

import math

import numpy as np
from numba import njit, prange


@njit
def reversed_bits(number, bits):
    turned = 0
    for _ in range(bits):
        turned = (turned << 1) | (number & 1)
        number >>= 1
    return turned


@njit(parallel=True)
def shuffled(samples, bits):
    out = np.empty(len(samples), dtype=np.complex128)
    for at in prange(len(samples)):
        out[reversed_bits(at, bits)] = samples[at]
    return out


@njit
def butterfly(data, upper, lower, turn):
    moved = data[lower] * turn
    data[lower] = data[upper] - moved
    data[upper] = data[upper] + moved


@njit(parallel=True)
def stage(data, half):
    for pair in prange(len(data) // 2):
        block = pair // half
        inner = pair % half
        upper = block * 2 * half + inner
        angle = -math.pi * inner / half
        butterfly(data, upper, upper + half, complex(math.cos(angle), math.sin(angle)))


class Transform:
    def __init__(self, bits):
        self.bits = bits
        self.size = 1 << bits

    def __call__(self, samples):
        data = shuffled(samples, self.bits)
        half = 1
        while half < self.size:
            stage(data, half)
            half *= 2
        return data


def chirp(size, lowest, highest):
    at = np.arange(size) / size
    return np.cos(2 * np.pi * (lowest * at + (highest - lowest) * at**2 / 2))


def main():
    transform = Transform(10)
    spectrum = transform(chirp(transform.size, 40, 120))
    assert np.allclose(spectrum, np.fft.fft(chirp(transform.size, 40, 120)))
    print("loudest at", int(np.abs(spectrum[: transform.size // 2]).argmax()))


if __name__ == "__main__":
    main()
