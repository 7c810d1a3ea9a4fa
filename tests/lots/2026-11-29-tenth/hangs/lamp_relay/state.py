"""What is known of the lamps, and the lock that guards it."""

import json
import threading


class State:
    def __init__(self):
        self.guard = threading.Lock()
        self.lamps = {"hall": 0, "stairs": 40, "yard": 100}
        self.changes = 0

    def as_json(self):
        with self.guard:
            return json.dumps({"lamps": self.lamps, "changes": self.changes}).encode()

    def set(self, lamp, percent):
        with self.guard:
            self.lamps[lamp] = percent
            self.changes += 1
