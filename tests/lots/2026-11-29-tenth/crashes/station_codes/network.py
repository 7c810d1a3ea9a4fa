"""A network of trams: lines by number, what they are called, and who watches them."""

import dataclasses
import threading


@dataclasses.dataclass
class Departure:
    line: int
    minute: int
    delayed: int = 0

    @property
    def due(self):
        return self.minute + self.delayed


class Timetable:
    def __init__(self, departures):
        self._guard = threading.Lock()
        self._departures = sorted(departures, key=lambda departure: departure.due)

    def delay(self, line, minutes):
        with self._guard:
            for departure in self._departures:
                if departure.line == line:
                    departure.delayed += minutes
            self._departures.sort(key=lambda departure: departure.due)

    def after(self, minute, number):
        with self._guard:
            return [departure for departure in self._departures if departure.due >= minute][:number]
