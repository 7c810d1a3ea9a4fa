import threading
import time


class Ledger:
    def __init__(self, season):
        self.season = season
        self.rows = []
        self._lock = threading.Lock()

    def note(self, *row):
        with self._lock:
            self.rows.append(row)


class Scales:
    def __init__(self, ledger):
        self._ledger = ledger
        self._zero = 0.0

    def tare(self):
        time.sleep(0.1)
        self._zero = 0.2

    def weigh(self, grams):
        self._ledger.note("weighed", grams)
        return grams - self._zero


class Grinder:
    COARSENESS = {"filter": 7, "press": 9, "moka": 4}

    def __init__(self, scales, ledger):
        self._scales = scales
        self._ledger = ledger

    def grind(self, grams, kind):
        time.sleep(0.05)
        weight = self._scales.weigh(grams) if self._scales else grams
        self._ledger.note("ground", weight, self.COARSENESS[kind])
        return weight
