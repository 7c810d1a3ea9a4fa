"""Voices, each of which is rendered into the lane that it was given."""

import math

from numba import njit, prange

RATE = 8000


@njit
def render(lane, pitch):
    for at in range(len(lane)):
        lane[at] = math.sin(2 * math.pi * pitch * at / RATE)


@njit
def fade(lane):
    for at in range(len(lane)):
        lane[at] *= math.exp(-at / 2000.0)


@njit(parallel=True)
def play(pitches, lanes):
    loud = 0.0
    for voice in prange(len(pitches)):
        lane = lanes[voice]
        render(lane, pitches[voice])
        fade(lane)
        loud = max(loud, lane.max())
    return loud
