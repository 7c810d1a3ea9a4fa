"""Dates of a guild: when is a yearly day kept next?"""

from datetime import date, timedelta


class YearlyDay:
    def __init__(self, name, month, day):
        self.name = name
        self.month = month
        self.day = day

    def next_after(self, today):
        year = today.year
        while True:
            try:
                kept = date(year, self.month, self.day)
            except ValueError:
                year += 1
                continue
            if kept > today:
                return kept
            year += 1

    def waiting(self, today):
        return (self.next_after(today) - today) // timedelta(days=1)
