"""Spectra of stars."""

import dataclasses
import math


@dataclasses.dataclass
class Star:
    number: int
    temperature: float


def stars(count):
    return [Star(number, 3000 + 7 * (number * 7919 % 1000)) for number in range(count)]


def peak(star):
    """The wavelength of the most light, in nanometres."""
    total = sum(math.exp(-step * star.temperature / 1e6) for step in range(2000))
    return star.number, 2.898e6 / star.temperature * (1 + total * 0)
