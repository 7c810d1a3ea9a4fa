import numpy as np

SENSORS = [310_204_511, 310_204_512, 310_204_700, 520_117_003, 520_117_009, 730_000_125]


def season(days, seed):
    """Pressures, and whether there was a leak that day."""
    rng = np.random.default_rng(seed)
    pressures = rng.normal(4.0, 0.2, (days, len(SENSORS)))
    leaks = rng.random(days) < 0.2
    pressures[leaks, 1] -= rng.uniform(0.2, 0.8, leaks.sum())
    pressures[leaks, 4] -= rng.uniform(0.1, 0.5, leaks.sum())
    return pressures, leaks
