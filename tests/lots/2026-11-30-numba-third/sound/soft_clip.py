"""A limiter with fastmath: no value is infinite or missing, and rounding is all that may differ."""

import numpy as np
from numba import njit


@njit(fastmath=True)
def soft(sample, drive):
    pushed = sample * drive
    return pushed / (1.0 + abs(pushed))


@njit(fastmath={"contract", "arcp"})
def limited(samples, drive):
    out = np.empty_like(samples)
    for at in range(samples.size):
        out[at] = soft(samples[at], drive)
    return out


class Limiter:
    def __init__(self, drive):
        self.drive = drive

    def __call__(self, samples):
        return limited(samples, self.drive)


def main():
    samples = np.sin(np.arange(2000) / 9.0)
    for drive in (0.5, 2.0, 8.0):
        heard = Limiter(drive)(samples)
        wanted = samples * drive / (1.0 + np.abs(samples * drive))
        assert np.allclose(heard, wanted, rtol=1e-12, atol=1e-14)
    print(heard.max().round(6))


if __name__ == "__main__":
    main()
