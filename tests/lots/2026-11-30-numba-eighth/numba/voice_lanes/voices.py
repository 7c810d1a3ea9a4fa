"""Voices of a small synthesizer: each of them is rendered into a lane and measured."""

import math

import numpy as np
from numba import njit, prange

RATE = 8000


@njit
def envelope(at, length):
    if at < 200:
        return at / 200
    return math.exp(-3.0 * (at - 200) / length)


@njit
def render(lane, pitch, overtones):
    for at in range(len(lane)):
        value = 0.0
        for overtone in range(1, overtones + 1):
            value += math.sin(2 * math.pi * pitch * overtone * at / RATE) / overtone
        lane[at] = value * envelope(at, len(lane))


@njit
def smooth(lane):
    before = 0.0
    for at in range(len(lane)):
        before += 0.3 * (lane[at] - before)
        lane[at] = before


@njit
def level(lane):
    total = 0.0
    for value in lane:
        total += value * value
    return math.sqrt(total / len(lane))


@njit(parallel=True)
def levels(pitches, overtones, lanes):
    found = np.zeros(len(pitches))
    for voice in prange(len(pitches)):
        lane = lanes[voice]
        render(lane, pitches[voice], overtones[voice])
        smooth(lane)
        found[voice] = level(lane)
    return found
