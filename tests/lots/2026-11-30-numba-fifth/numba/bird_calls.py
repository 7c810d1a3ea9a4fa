"""Which species is calling? Class probabilities of short sound clips, from a small linear model."""

from dataclasses import dataclass

import numpy as np
from numba import njit

SPECIES = ("robin", "wren", "blackbird", "great tit")
BANDS = 24


@dataclass
class Model:
    weights: np.ndarray
    bias: np.ndarray
    temperature: float = 1.0


def random_model(rng):
    weights = rng.normal(0.0, 0.4, size=(BANDS, len(SPECIES)))
    bias = rng.normal(0.0, 0.1, size=len(SPECIES))
    return Model(weights, bias, temperature=1.5)


def load_clips(rng, count):
    """Energies of the bands in each clip, as the front end gives them."""
    clips = rng.gamma(2.0, 1.0, size=(count, BANDS))
    return np.log1p(clips)


@njit
def scores(clips, weights, bias):
    result = np.empty((clips.shape[0], weights.shape[1]))
    for clip in range(clips.shape[0]):
        for species in range(weights.shape[1]):
            total = bias[species]
            for band in range(clips.shape[1]):
                total += clips[clip, band] * weights[band, species]
            result[clip, species] = total
    return result


@njit
def probabilities(logits, temperature):
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max())
    return powers / powers.sum(axis=1, keepdims=True)


@njit
def classify(clips, weights, bias, temperature):
    chances = probabilities(scores(clips, weights, bias), temperature)
    best = np.empty(len(chances), dtype=np.int64)
    for clip in range(len(chances)):
        best[clip] = np.argmax(chances[clip])
    return best, chances


def main():
    rng = np.random.default_rng(12)
    model = random_model(rng)
    clips = load_clips(rng, 40)
    best, chances = classify(clips, model.weights, model.bias, model.temperature)
    for clip in range(5):
        print(clip, SPECIES[best[clip]], round(chances[clip].max(), 3))


if __name__ == "__main__":
    main()
