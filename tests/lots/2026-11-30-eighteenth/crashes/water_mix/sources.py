import collections
import math


class Source:
    """A spring: keeps all of its readings."""

    def __init__(self, name, base):
        self.name = name
        self.base = base
        self.readings = self._empty()

    def _empty(self):
        return []

    def measure(self, hour):
        self.readings.append(self.base + math.sin(hour / 3.8))


class Tank(Source):
    """A tank is read each minute, so only the last day is kept."""

    def _empty(self):
        return collections.deque(maxlen=1440)

    def measure(self, hour):
        for minute in range(60):
            self.readings.append(self.base + math.sin((hour + minute / 60) / 9.1))
