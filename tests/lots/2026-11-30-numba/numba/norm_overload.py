"""Weights that add up to one: a function that compiled code and Python share."""

import numpy as np
from numba import njit, types
from numba.extending import overload


def normalised(weights):
    weights = np.asarray(weights, dtype=float)
    return weights / weights.sum()


@overload(normalised)
def compiled_normalised(weights):
    if isinstance(weights, types.Array) and weights.ndim == 1:

        def implementation(weights):
            total = 0.0
            for weight in weights:
                total += weight
            return weights / total

        return implementation


@njit
def entropy(weights):
    result = 0.0
    for share in normalised(weights):
        if share > 0:
            result -= share * np.log(share)
    return result


@njit
def blend(first, second, share):
    mixed = []
    for at in range(len(first)):
        mixed.append((1 - share) * first[at] + share * second[at])
    return mixed


@njit
def profile(first, second, steps):
    curve = np.empty(steps)
    for step in range(steps):
        curve[step] = entropy(blend(first, second, step / (steps - 1)))
    return curve


def main():
    rng = np.random.default_rng(6)
    first, second = rng.gamma(1.0, 1.0, 12), rng.gamma(4.0, 1.0, 12)
    print("plain:", round(entropy(first), 3), round(entropy(second), 3))
    print("blended:", profile(first, second, 5).round(3))


if __name__ == "__main__":
    main()
