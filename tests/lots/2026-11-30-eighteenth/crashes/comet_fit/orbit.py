"""Polynomials of a comet's distance, with CSPICE."""

import contextlib
from dataclasses import dataclass, field

import spiceypy as spice


@dataclass
class Fit:
    name: str
    coefficients: list = field(default_factory=list)
    epoch: float = 0.0

    @property
    def degree(self):
        return len(self.coefficients) - 1


class Sky:
    def __init__(self):
        self.fits = {}

    def add(self, name, coefficients, epoch):
        self.fits[name] = Fit(name, list(coefficients), epoch)

    def distance(self, name, when, degree=None):
        fit = self.fits[name]
        values = spice.polyds(fit.coefficients, fit.degree if degree is None else degree, 1, when - fit.epoch)
        return values[0], values[1]


@contextlib.contextmanager
def returning():
    """Errors of CSPICE come back as exceptions, and do not end the program."""
    spice.erract("SET", 10, "RETURN")
    try:
        yield
    finally:
        spice.reset()
