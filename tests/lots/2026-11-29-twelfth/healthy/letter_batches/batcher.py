"""Collects letters until there are enough for a sack, or the mail leaves."""

import logging
import threading
import time

log = logging.getLogger(__name__)


class Batcher:
    def __init__(self, enough, longest):
        self.enough = enough
        self.longest = longest
        self.letters = []
        self.sacks = 0
        self.changed = threading.Condition()
        self.closed = False

    def add(self, letter):
        """Wait while there is a full sack that was not taken."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.letters) < self.enough)
            self.letters.append(letter)
            self.changed.notify_all()

    def take(self):
        """A sack; fewer letters than enough after `longest` seconds. None at the end."""
        end = time.monotonic() + self.longest
        with self.changed:
            while len(self.letters) < self.enough and not self.closed:
                left = end - time.monotonic()
                if left <= 0 and self.letters:
                    break
                self.changed.wait(max(left, 0.5))
            sack, self.letters = self.letters, []
            self.changed.notify_all()
        if sack:
            self.sacks += 1
        return sack or None

    def close(self):
        with self.changed:
            self.closed = True
            self.changed.notify_all()
