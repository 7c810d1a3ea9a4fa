"""Computes interest in the background, again and again."""

import threading
import time


class Interest(threading.Thread):
    def __init__(self, service, rate=0.02):
        super().__init__(name="interest", daemon=True)
        self.service, self.rate = service, rate
        self.rounds = 0
        self.total = 0.0

    def run(self):
        while True:
            entries = list(self.service.entries)
            self.total = sum(cents * self.rate for _, cents in entries)
            self.rounds += 1
            time.sleep(0.4)
