import calendar


class Calendar:
    """Days as (year, month, day), from the one that it was made with."""

    def __init__(self, today):
        self.today = today

    @staticmethod
    def after(date):
        year, month, day = date
        if day < calendar.monthrange(year, month)[1]:
            return year, month, day + 1
        return (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)

    @staticmethod
    def weekday(date):
        return (calendar.weekday(*date) + 1) % 7

    def next_of(self, line):
        """The next day, after today, that the line is for."""
        date = self.after(self.today)
        while not line.on(date[1], date[2], self.weekday(date)):
            date = self.after(date)
        return date
