"""Mixes the spectra of soil and leaves, by how much of the ground the leaves cover."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64, float64[:])"], "(n),(),()->(n)")
def darkened(spectrum, share, out):
    for band in range(spectrum.size):
        out[band] = spectrum[band] * (1.0 - share)


@guvectorize(["void(float64[:], float64[:], float64, float64[:])"], "(n),(n),()->(n)")
def mixed(soil, leaves, cover, out):
    for band in range(soil.size):
        out[band] = (1.0 - cover) * soil[band] + cover * leaves[band]


def spectra(bands):
    waves = np.linspace(400, 900, bands)
    soil = 0.1 + 0.2 * (waves - 400) / 500
    leaves = 0.05 + 0.4 / (1 + np.exp(-(waves - 710) / 12))
    return soil, leaves


if __name__ == "__main__":
    soil, leaves = spectra(64)
    cover = np.linspace(0, 1, 5)
    print(mixed(darkened(soil, 0.3), leaves, cover).mean(axis=1).round(3))
