"""Firing of a kiln: the temperature follows a curve, and the curve is read from a file now and then."""

import json

import numpy as np
from numba import float64, njit, objmode, types

CURVE = json.dumps([[0, 20], [120, 600], [240, 1220], [300, 1220]])


def read_curve():
    return [float(value) for pair in json.loads(CURVE) for value in pair]


@njit
def wanted(curve, minute):
    for at in range(0, len(curve) - 2, 2):
        if minute <= curve[at + 2]:
            share = (minute - curve[at]) / (curve[at + 2] - curve[at])
            return curve[at + 1] + share * (curve[at + 3] - curve[at + 1])
    return curve[-1]


@njit
def fire(minutes, loss):
    heat = np.empty(minutes)
    now = 20.0
    with objmode(curve=types.List(float64)):
        curve = read_curve()
    for minute in range(minutes):
        power = max(0.0, wanted(curve, minute) - now) * 0.5
        now += power - loss * (now - 20.0)
        heat[minute] = now
    return heat


print(fire(300, 0.002).round(0)[::30])
