"""Lines and when they leave."""

import dataclasses
import itertools

import anyio


@dataclasses.dataclass
class Departure:
    line: int
    to: str
    minutes: int

    def __str__(self):
        when = "now" if self.minutes == 0 else f"{self.minutes} min"
        return f"{self.line} {self.to} {when}"


class Line:
    def __init__(self, number, to, every):
        self.number = number
        self.to = to
        self.every = every

    def departures(self):
        for minute in itertools.count():
            yield Departure(self.number, self.to, self.every - minute % (self.every + 1))

    async def follow(self, show):
        for departure in self.departures():
            await show(departure)
            await anyio.sleep(0.2)
