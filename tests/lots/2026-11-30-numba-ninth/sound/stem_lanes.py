"""Stems come as they are, and are made arrays of one kind before they are mixed."""

import numpy as np
from numba import njit


@njit
def mix(drums, bass, voice):
    mixed = np.empty(len(drums))
    for at in range(len(drums)):
        mixed[at] = 0.9 * drums[at] + 0.8 * bass[at] + voice[at]
    return mixed


def lane(values):
    return np.require(values, dtype=np.float64, requirements=["C", "W", "O"])


rng = np.random.default_rng(2)
total = 0.0
for take in range(60):
    stems = [rng.normal(0, 0.3, 4000), rng.normal(0, 0.3, (4000, 2))[:, 0], np.frombuffer(rng.bytes(32000), np.int64) % 3]
    rng.shuffle(stems)
    total += mix(*(lane(stem) for stem in stems)).sum()
assert len(mix.signatures) == 1
print(round(float(total), 3))
