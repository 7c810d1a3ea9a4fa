"""Energy and phase of packets of waves: sums of several kinds in one parallel loop."""

import numpy as np
from numba import njit, prange


@njit
def shape(place, centre, width):
    return np.exp(-(((place - centre) / width) ** 2))


@njit(parallel=True)
def measure(places, centre, width, number):
    energy = 0.0
    phase = 0.0 + 0.0j
    norm = 1.0
    highest = -1.0
    crossings = 0
    for at in prange(1, len(places)):
        here = shape(places[at], centre, width) * np.exp(1j * number * places[at])
        before = shape(places[at - 1], centre, width) * np.exp(1j * number * places[at - 1])
        if here.real * before.real < 0:
            crossings += 1
        energy += abs(here) ** 2
        phase += here
        norm *= 1.0 + 1e-6 * abs(here)
        highest = max(highest, here.real)
    return energy, phase, norm, highest, crossings


def check(places, centre, width, number):
    waves = np.exp(-(((places - centre) / width) ** 2)) * np.exp(1j * number * places)
    energy, phase, norm, highest, crossings = measure(places, centre, width, number)
    assert np.isclose(energy, (np.abs(waves[1:]) ** 2).sum())
    assert np.isclose(phase, waves[1:].sum())
    assert np.isclose(norm, np.prod(1 + 1e-6 * np.abs(waves[1:])))
    assert highest == waves[1:].real.max() or np.isclose(highest, waves[1:].real.max())
    return round(energy, 6), crossings


def main():
    places = np.linspace(-20, 20, 40_001)
    for number in (0.5, 3.0, 12.0):
        print(number, check(places, 2.0, 5.0, number))


if __name__ == "__main__":
    main()
