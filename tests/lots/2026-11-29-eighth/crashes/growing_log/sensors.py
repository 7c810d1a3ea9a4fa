"""Sensors of a weather station: each is a function of the time."""

import dataclasses
import math
from collections.abc import Callable


@dataclasses.dataclass
class Sensor:
    name: str
    value: Callable[[float], float]
    unit: str = ""

    def __call__(self, hour):
        return self.value(hour)


KNOWN = {}


def sensor(unit):
    def decorate(function):
        KNOWN[function.__name__] = Sensor(function.__name__, function, unit)
        return function

    return decorate


@sensor("°C")
def temperature(hour):
    return 9 + 4 * math.sin(hour / 24 * math.tau)


@sensor("hPa")
def pressure(hour):
    return 1013 + 5 * math.cos(hour / 90)
