import collections
from contextlib import contextmanager

import seats


class Plan:
    def __init__(self):
        self.sections = {}
        self.log = collections.deque(maxlen=50)

    @contextmanager
    def section(self, title):
        section = self.sections.setdefault(title, seats.Section(title))
        yield section
        self.log.append((title, section.names()))

    def take(self, rows):
        for name, instrument, desk, leads in rows:
            player = seats.Player(name, instrument, desk)
            with self.section(instrument) as section:
                if leads:
                    section.seat_first(player)
                else:
                    section.seat(player)

    def clear(self):
        for title in list(self.sections):
            del self.sections[title]
