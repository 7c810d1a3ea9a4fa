import collections
import threading
import time


class Desk:
    """Closing a day takes a while, in which nothing is booked."""

    def __init__(self):
        self.turn = threading.Condition()
        self.closing = False
        self.accounts = collections.Counter()
        self.days = 0

    def book(self, entry):
        with self.turn:
            while self.closing:
                self.turn.wait()
            self.accounts[entry.account] += entry.cents
            return self.accounts[entry.account]

    def close_day(self):
        with self.turn:
            self.closing = True
        time.sleep(16)
        with self.turn:
            self.days += 1
            self.closing = False
            self.turn.notify_all()
        return self.days
