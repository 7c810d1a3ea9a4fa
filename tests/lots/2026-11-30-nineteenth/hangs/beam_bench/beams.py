"""Beams and their deflection, by the method of finite differences."""

import time


def deflection(length, load, stiffness, points=400):
    step = length / points
    curve = [0.0] * (points + 1)
    for _ in range(60):
        for at in range(1, points):
            moment = load * at * step * (length - at * step) / 2
            curve[at] = (curve[at - 1] + curve[at + 1] + moment / stiffness * step * step) / 2
    time.sleep(0.05)
    return max(curve)


def series(loads, length, stiffness):
    for load in loads:
        yield load, deflection(length, load, stiffness)
