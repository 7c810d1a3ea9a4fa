"""A bank of FIR filters for the bands of a hearing aid."""

import time

import numpy as np
from numba import njit

RATE = 16000


class Band:
    """One band: its taps are known when it is made, its kernel is built on first use."""

    def __init__(self, low, high, taps=65):
        self.low = low
        self.high = high
        self.taps = self.design(taps)

    def design(self, count):
        at = np.arange(count) - (count - 1) / 2
        upper = 2 * self.high / RATE * np.sinc(2 * self.high / RATE * at)
        lower = 2 * self.low / RATE * np.sinc(2 * self.low / RATE * at)
        return (upper - lower) * np.hamming(count)

    def kernel(self):
        taps = self.taps

        def convolve(samples):
            out = np.zeros(samples.size)
            for at in range(taps.size, samples.size):
                total = 0.0
                for k in range(taps.size):
                    total += taps[k] * samples[at - k]
                out[at] = total
            return out

        return njit(convolve)

    def apply(self, samples):
        return self.kernel()(samples)


class Bank:
    def __init__(self, edges, gains):
        self.bands = [Band(low, high) for low, high in zip(edges, edges[1:])]
        self.gains = gains

    def process(self, block):
        out = np.zeros(block.size)
        for band, gain in zip(self.bands, self.gains):
            out += gain * band.apply(block)
        return out


def blocks(count, size=512):
    rng = np.random.default_rng(3)
    for _ in range(count):
        yield rng.normal(0, 0.1, size)


def main():
    bank = Bank([250, 1000, 2500, 6000], [0.7, 1.4, 1.9])
    begin = time.perf_counter()
    loudest = 0.0
    for number, block in enumerate(blocks(4)):
        loudest = max(loudest, np.abs(bank.process(block)).max())
    took = time.perf_counter() - begin
    print(f"{number + 1} blocks, peak {loudest:.3f}")
    if took > 512 / RATE * (number + 1):
        print("too slow for real time")


if __name__ == "__main__":
    main()
