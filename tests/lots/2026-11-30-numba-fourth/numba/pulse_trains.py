"""Spike trains of several electrodes, cut into windows and put together again."""

import numpy as np
from numba import njit


@njit
def threshold(signal, factor):
    return factor * np.median(np.abs(signal)) / 0.6745


@njit
def spikes_of(signal, level):
    count = 0
    for at in range(1, signal.size):
        if signal[at - 1] < level <= signal[at]:
            count += 1
    out = np.empty(count, dtype=np.int64)
    count = 0
    for at in range(1, signal.size):
        if signal[at - 1] < level <= signal[at]:
            out[count] = at
            count += 1
    return out


@njit
def snippets(signal, level, before, after):
    cut = []
    for at in spikes_of(signal, level):
        if before <= at < signal.size - after:
            cut.append(signal[at - before : at + after])
    return np.concatenate(cut)


class Recording:
    def __init__(self, electrodes, samples, seed=11):
        rng = np.random.default_rng(seed)
        self.signals = rng.normal(0.0, 1.0, (electrodes, samples))
        for row in self.signals:
            row[rng.integers(50, samples - 50, 30)] += 9.0

    def summary(self):
        for number, signal in enumerate(self.signals):
            level = threshold(signal, 5.0)
            yield number, level, spikes_of(signal, level).size

    def shapes(self, before=8, after=24):
        for signal in self.signals:
            level = threshold(signal, 5.0)
            yield snippets(signal, level, before, after).reshape(-1, before + after)


def main():
    recording = Recording(4, 20_000)
    for number, level, count in recording.summary():
        print(f"electrode {number}: level {level:.2f}, {count} spikes")
    for shape in recording.shapes():
        print("mean peak:", round(shape.max(axis=1).mean(), 2))


if __name__ == "__main__":
    main()
