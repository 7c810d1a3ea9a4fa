"""What was sent, and what has arrived."""

import time


class Ledger:
    def __init__(self):
        self.sent = []
        self.arrived = {}

    def send(self, office, to):
        self.sent.append(to)
        office.post(to, self.note)

    def note(self, to):
        self.arrived[to] = time.monotonic()

    def missing(self):
        return [to for to in self.sent if to not in self.arrived]
