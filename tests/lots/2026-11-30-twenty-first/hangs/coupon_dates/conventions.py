"""Roll conventions: on which day is paid what falls on a day without business."""

import datetime
import functools

ONE = datetime.timedelta(days=1)


class Calendar:
    def __init__(self, name, weekend=(5, 6), closed=(), seasons=()):
        self.name = name
        self.weekend = frozenset(weekend)
        self.closed = frozenset(closed)
        self.seasons = tuple(seasons)

    @functools.lru_cache(maxsize=4096)
    def open(self, day):
        if day.weekday() in self.weekend or day in self.closed:
            return False
        return not any(first <= (day.month, day.day) <= last for first, last in self.seasons)


def following(calendar, day):
    while not calendar.open(day):
        day += ONE
    return day


def modified_following(calendar, day):
    """The next day of business, unless that is in the next month: then the one before."""
    step = ONE
    month = day.month
    while not calendar.open(day):
        if (day + step).month != month:
            step = -step
        else:
            day += step
    return day


CONVENTIONS = {"F": following, "MF": modified_following}
