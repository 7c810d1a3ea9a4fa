"""Counts that come in bit by bit."""

import logging
import threading

log = logging.getLogger(__name__)


class Tally:
    def __init__(self, districts):
        self.lock = threading.Lock()
        self.people = dict.fromkeys(districts, 0)
        self.houses = dict.fromkeys(districts, 0)

    def add(self, count):
        """Called with what count_street() returns."""
        district, houses, people = count
        with self.lock:
            self.people[district] += people
            self.houses[district] += houses
        log.debug("%s: %d", district, people)

    def density(self):
        return {d: round(self.people[d] / self.houses[d], 2) for d in self.people if self.houses[d]}
