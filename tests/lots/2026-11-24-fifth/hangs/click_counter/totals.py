"""The numbers of clicks, in a file."""

import json
import os
import tempfile

LARGEST = 5


class Totals:
    def __init__(self, lock):
        self.lock = lock
        self.seconds = 0
        self.path = os.path.join(tempfile.mkdtemp(prefix="clicks-"), "totals.json")

    def _read(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def _write(self, counts):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(counts, file)

    def click(self, page):
        with self.lock():
            counts = self._read()
            counts[page] = counts.get(page, 0) + 1
            self._write(counts)
            if len(counts) > LARGEST:
                self.tidy()
            return counts[page]

    def top(self, number):
        with self.lock():
            counts = self._read()
        return sorted(counts, key=counts.get, reverse=True)[:number]

    def tidy(self):
        """Drops the pages that nearly nobody looks at."""
        with self.lock():
            counts = self._read()
            best = sorted(counts, key=counts.get, reverse=True)[:LARGEST]
            self._write({page: counts[page] for page in best})
