"""Bonds, and the days on which their coupons are paid."""

import datetime
from dataclasses import dataclass

from conventions import CONVENTIONS, Calendar

CALENDARS = {
    "town": Calendar("town", closed=[datetime.date(2025, 1, 1), datetime.date(2025, 12, 25)]),
    "alp": Calendar("alp", seasons=[((11, 1), (11, 30))]),
    "port": Calendar("port", weekend=(4, 5)),
}


@dataclass
class Bond:
    name: str
    calendar: str
    convention: str
    day: int
    months: int

    def coupons(self, year):
        roll = CONVENTIONS[self.convention]
        for month in range(self.months, 13, self.months):
            yield roll(CALENDARS[self.calendar], datetime.date(year, month, self.day))


BONDS = [
    Bond("water", "town", "MF", 30, 6),
    Bond("bridge", "port", "MF", 28, 3),
    Bond("ski lift", "alp", "F", 15, 1),
    Bond("cable", "alp", "MF", 15, 1),
    Bond("quay", "port", "F", 1, 4),
]
