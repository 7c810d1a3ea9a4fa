"""Water levels of gauges, smoothed in pure Python."""

import math
import random

_state = {}


def begin(lock, total):
    _state["lock"] = lock
    _state["total"] = total


def levels(gauge, number):
    rng = random.Random(gauge)
    return [math.sin(i / 90) + math.sin(i / 700) + rng.gauss(0, 0.2) for i in range(number)]


def smooth(values, width):
    result = []
    for at in range(len(values)):
        window = sorted(values[max(0, at - width) : at + width + 1])
        result.append(window[len(window) // 2])
    return result


def highest(gauge):
    values = levels(gauge, 9000)
    for width in (20, 60, 180):
        values = smooth(values, width)
    with _state["lock"]:
        _state["total"].value += 1
    return gauge, max(values)
