"""A probe goes down into a shaft; what it finds odd is written to its log on the way."""

import numpy as np
from numba import njit, objmode

LOG = []


def note(metre, value):
    if len(LOG) >= 20:
        raise OSError("the log is full")
    LOG.append((int(metre), round(float(value), 2)))


@njit
def odd(values, at):
    if at < 2:
        return False
    return abs(values[at] - values[at - 1]) > 3.0 * abs(values[at - 1] - values[at - 2]) + 0.5


@njit
def descend(values):
    lost = 0
    for metre in range(len(values)):
        if odd(values, metre):
            value = values[metre]
            try:
                with objmode():
                    note(metre, value)
            except Exception:
                lost += 1
    return lost


@njit
def smooth(values, reach):
    out = np.empty_like(values)
    for metre in range(len(values)):
        low = max(0, metre - reach)
        out[metre] = values[low : metre + reach + 1].mean()
    return out


class Shaft:
    def __init__(self, depth, seed):
        rng = np.random.default_rng(seed)
        self.values = np.cumsum(rng.normal(0, 0.2, depth))
        self.values[rng.integers(5, depth, 6)] += 4.0

    def calm(self):
        return float(np.abs(self.values - smooth(self.values, 3)).mean())

    def probe(self):
        LOG.clear()
        lost = descend(self.values)
        return len(LOG), lost


def main():
    for seed in range(3):
        shaft = Shaft(400, seed)
        print(seed, "calm:", round(shaft.calm(), 4))
        found, lost = shaft.probe()
        print(seed, found, "noted,", lost, "lost")


if __name__ == "__main__":
    main()
