"""What the five fields of a line of a crontab say."""

import dataclasses

RANGES = {"minute": (0, 59), "hour": (0, 23), "day": (1, 31), "month": (1, 12), "weekday": (0, 6)}


def numbers(text, low, high):
    found = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        if span == "*":
            first, last = low, high
        else:
            first, _, last = span.partition("-")
            first, last = int(first), int(last or first)
        if not low <= first <= last <= high:
            raise ValueError(f"{part} is not within {low} to {high}")
        found.update(range(first, last + 1, int(step or 1)))
    return frozenset(found)


@dataclasses.dataclass(frozen=True)
class Line:
    minute: frozenset
    hour: frozenset
    day: frozenset
    month: frozenset
    weekday: frozenset

    @classmethod
    def parse(cls, text):
        parts = text.split()
        if len(parts) != 5:
            raise ValueError(text)
        return cls(*(numbers(p, *RANGES[name]) for p, name in zip(parts, RANGES)))

    def on(self, month, day, weekday):
        return month in self.month and day in self.day and weekday in self.weekday

    def first_time(self):
        return min(self.hour), min(self.minute)
