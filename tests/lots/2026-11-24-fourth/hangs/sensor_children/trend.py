"""The trend of the means so far, for the display at the door."""

import threading
import time


class Trend(threading.Thread):
    def __init__(self, means):
        super().__init__(name="trend", daemon=True)
        self.means = means
        self.slope = 0.0
        self.updates = 0

    def fit(self):
        count = len(self.means)
        if count < 2:
            return 0.0
        centre = (count - 1) / 2
        top = sum((place - centre) * mean for place, mean in enumerate(self.means))
        return top / sum((place - centre) ** 2 for place in range(count))

    def run(self):
        while True:
            self.slope = self.fit()
            self.updates += 1
            time.sleep(0.1)
