"""Evenings of the term."""

import datetime
import itertools


def evenings(first=datetime.date(2026, 9, 1), weekdays=(1, 3)):
    for number in itertools.count():
        day = first + datetime.timedelta(number)
        if day.weekday() in weekdays:
            yield day


def dates(courses):
    free = evenings()
    for course in courses:
        days = list(itertools.islice(free, course.evenings))
        yield course.name, days[0], days[-1]
