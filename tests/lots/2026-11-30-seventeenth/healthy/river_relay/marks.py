"""High water marks, and the words for them."""

import threading

MARKS = [(300, "flood"), (220, "high"), (120, "normal"), (0, "low")]


class Highest:
    def __init__(self):
        self.lock = threading.Lock()
        self.levels = {}

    def note(self, station, level):
        with self.lock:
            self.levels[station] = max(level, self.levels.get(station, 0))
        return next(word for mark, word in MARKS if level >= mark)
