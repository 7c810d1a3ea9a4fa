"""The light of a star over time, and how well parameters explain it."""

import sys

import numpy as np

TIMES = np.linspace(0, 10, 200)
LIGHT = 3 + 0.5 * np.sin(1.7 * TIMES) + np.random.default_rng(1).normal(0, 0.1, TIMES.size)


def checked(parameters):
    level, swing, speed = parameters
    if swing < 0:
        print("a swing below 0 makes no sense", file=sys.stderr)
        sys.exit(1)
    return level, swing, speed


def likelihood(parameters):
    level, swing, speed = checked(parameters)
    light = level + swing * np.sin(speed * TIMES)
    return -0.5 * float(np.sum(((LIGHT - light) / 0.1) ** 2))
