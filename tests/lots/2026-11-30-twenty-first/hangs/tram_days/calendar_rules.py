"""On which days of the year a tram is inspected, washed and repainted."""

import datetime
import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    what: str
    first: datetime.date
    every: int

    def days(self):
        return itertools.count(self.first.toordinal(), self.every)

    def due(self, day):
        return day.toordinal() in self.days()


RULES = [
    Rule("wash", datetime.date(2024, 1, 2), 1),
    Rule("oil", datetime.date(2024, 3, 1), 1),
    Rule("inspection", datetime.date(2024, 1, 5), 14),
]
