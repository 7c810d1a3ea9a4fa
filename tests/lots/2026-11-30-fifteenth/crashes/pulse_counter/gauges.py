"""Histograms of what the detectors say."""

import math

from histo import Histogram


class Energy(Histogram):
    unit = "keV"


class LogEnergy(Histogram):
    """Bins of the logarithm, for what spans several decades."""

    unit = "log keV"

    def __init__(self, low, high, bins, base=10.0):
        self.base = base

    def add(self, value):
        super().add(math.log(max(value, 1e-9), self.base))


KINDS = {"plain": Energy, "log": LogEnergy}


def make(kind, low, high, bins):
    return KINDS[kind](low, high, bins)
