import collections
import logging

from panel import Listener

log = logging.getLogger("panel")


class Siren(Listener):
    def __init__(self, least):
        super().__init__()
        self.least = least

    def heard(self, zone, level):
        if level >= self.least:
            log.warning("siren: %s at %d", zone, level)


class Diary(Listener):
    def __init__(self):
        super().__init__()
        self.counts = collections.Counter()

    def heard(self, zone, level):
        self.counts[zone] += 1
