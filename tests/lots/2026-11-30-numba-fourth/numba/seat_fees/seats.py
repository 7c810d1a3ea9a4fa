"""The hall: its seats, and what they cost."""

import numpy as np

ROWS, SEATS = 22, 30


def prices():
    """In cents, dearer towards the stage."""
    row = np.arange(ROWS)[:, None]
    seat = np.arange(SEATS)[None, :]
    middle = 1.0 - np.abs(seat - SEATS / 2) / SEATS
    return np.round((6000 - 180 * row) * middle)


def sold(evening):
    rng = np.random.default_rng(evening)
    return rng.random((ROWS, SEATS)) < 0.7
