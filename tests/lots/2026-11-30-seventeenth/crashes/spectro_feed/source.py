import numpy as np


class Antenna:
    """Pretends to be a receiver: noise, and a line that wanders."""

    def __init__(self, channels, rate, seed=5):
        self.channels = channels
        self.rate = rate
        self.rng = np.random.default_rng(seed)
        self.line = channels / 3

    def blocks(self, number, rows):
        for _ in range(number):
            power = self.rng.gamma(2.0, 1.0, (rows, self.channels)).astype(np.float32)
            self.line += self.rng.normal(0, 4)
            at = int(self.line) % self.channels
            power[:, at] += 25
            yield power


def saturated(power, limit):
    return np.minimum(power, limit)


def to_bytes(power):
    """Eight bits are enough for the overview."""
    return (255 * power / power.max()).astype(np.uint8)
