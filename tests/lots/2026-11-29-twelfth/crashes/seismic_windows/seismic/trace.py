"""Traces of a seismometer."""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Trace:
    station: str
    rate: float
    samples: np.ndarray

    @classmethod
    def made_up(cls, station, hours, rate=100.0):
        rng = np.random.default_rng(sum(map(ord, station)))
        samples = rng.normal(0, 1, int(hours * 3600 * rate)).astype(np.float32)
        middle = len(samples) // 2
        samples[middle : middle + 2000] *= 12
        return cls(station, rate, samples)

    def __len__(self):
        return len(self.samples)

    @property
    def seconds(self):
        return len(self) / self.rate


def cut(samples, length, step):
    """Windows of `length` samples, one each `step`, without a copy."""
    stride = samples.strides[0]
    number = len(samples) - length // step
    return np.lib.stride_tricks.as_strided(
        samples, shape=(number, length), strides=(step * stride, stride), writeable=False
    )
