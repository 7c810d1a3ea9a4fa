"""Moving averages of what the ticker shows, computed all the time."""

import collections
import statistics
import threading
import time


class Averages(threading.Thread):
    def __init__(self, ticker, window=30):
        super().__init__(name="averages", daemon=True)
        self.ticker = ticker
        self.seen = collections.defaultdict(lambda: collections.deque(maxlen=window))
        self.averages = {}

    def run(self):
        while True:
            for name, row in list(self.ticker.rows.items()):
                self.seen[name].append(float(row.split()[1]))
                self.averages[name] = statistics.fmean(self.seen[name])
            time.sleep(0.2)
