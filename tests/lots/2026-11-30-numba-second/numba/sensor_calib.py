"""Readings of eight soil sensors, whose zero drifts and is set anew each morning."""

import numpy as np
from numba import njit

CHANNELS = 8
OFFSETS = np.linspace(12.0, 19.0, CHANNELS)
GAINS = np.array([0.98, 1.01, 1.0, 1.02, 0.97, 1.0, 1.03, 0.99])


@njit
def corrected(raw, channel):
    return (raw - OFFSETS[channel]) * GAINS[channel]


@njit
def daily_means(raw):
    means = np.zeros(raw.shape[0])
    for channel in range(raw.shape[0]):
        total = 0.0
        for hour in range(raw.shape[1]):
            total += corrected(raw[channel, hour], channel)
        means[channel] = total / raw.shape[1]
    return means


class Station:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.drift = np.zeros(CHANNELS)

    def day(self):
        hours = 30 + 5 * np.sin(np.linspace(0, 2 * np.pi, 24))
        self.drift += self.rng.uniform(0.5, 2.0, CHANNELS)
        noise = self.rng.normal(0, 0.1, (CHANNELS, 24))
        return hours + OFFSETS[:, None] + self.drift[:, None] + noise

    def set_zero(self):
        """What the sensors show in the dry chamber becomes their zero."""
        for channel in range(CHANNELS):
            OFFSETS[channel] += self.drift[channel]
        self.drift[:] = 0.0


def season(days):
    station = Station(3)
    table = []
    for day in range(days):
        table.append(daily_means(station.day()))
        if day % 2:
            station.set_zero()
    return np.array(table)


def main():
    table = season(6)
    for day, means in enumerate(table):
        print(f"day {day}:", " ".join(f"{mean:5.1f}" for mean in means))


if __name__ == "__main__":
    main()
