"""Shapes of pulses: baselines taken off, areas and peaks; for each channel of a digitiser."""

import numpy as np
from numba import float64, guvectorize, vectorize


@guvectorize(["void(float64[:], int64, float64[:])"], "(n),()->(n)")
def baseline_off(samples, quiet, out):
    level = 0.0
    for at in range(quiet):
        level += samples[at]
    level /= quiet
    for at in range(samples.size):
        out[at] = samples[at] - level


@guvectorize([(float64[:], float64[:], float64[:])], "(n)->(),()")
def area_and_peak(samples, area, peak):
    area[0] = 0.0
    peak[0] = samples[0]
    for value in samples:
        area[0] += value
        peak[0] = max(peak[0], value)


@vectorize(["float32(float32, float32)", "float64(float64, float64)"])
def ratio(peak, area):
    return peak / area if area != 0 else 0.0


rng = np.random.default_rng(3)
pulses = 100 + rng.normal(0, 0.4, (8, 200))
pulses[:, 60:] += 30 * np.exp(-np.arange(140) / rng.uniform(8, 30, (8, 1)))
area, peak = area_and_peak(baseline_off(pulses, 50))
print(ratio(peak, area).round(4))
print(ratio(peak.astype(np.float32), area.astype(np.float32)).dtype)
