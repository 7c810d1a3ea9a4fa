"""Where do herbs grow? Counted by place, as the notes are read."""

import threading

from table import Table


class Herbs:
    def __init__(self):
        self.counts = Table()
        self.guard = threading.Lock()

    def note(self, line):
        place, _, herb = line.partition(" ")
        with self.guard:
            self.counts[place] = self.counts.get(place, 0) + 1
        return herb

    def best(self):
        with self.guard:
            pairs = zip(self.counts.keys, self.counts.values)
            return max((pair for pair in pairs if pair[0]), key=lambda pair: pair[1])
