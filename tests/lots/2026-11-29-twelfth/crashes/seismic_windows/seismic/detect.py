"""Events: where the mean over a short time is much above that over a long one."""

import logging

import numpy as np

from .trace import cut

log = logging.getLogger(__name__)


class Detector:
    def __init__(self, short, long, threshold):
        self.short = short
        self.long = long
        self.threshold = threshold

    def energy(self, trace, seconds, step):
        length = int(seconds * trace.rate)
        windows = cut(trace.samples, length, int(step * trace.rate))
        log.debug("%s: %d windows of %d", trace.station, *windows.shape)
        return np.einsum("ij,ij->i", windows, windows) / length

    def events(self, trace):
        step = self.short / 2
        short = self.energy(trace, self.short, step)
        long = self.energy(trace, self.long, step)
        number = min(len(short), len(long))
        ratio = short[:number] / long[:number]
        for at in np.flatnonzero(ratio > self.threshold):
            yield at * step, float(ratio[at])
