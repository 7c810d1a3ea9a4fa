"""A box with room for any number of letters, read in one go."""

import collections
import logging
import threading
import time

log = logging.getLogger(__name__)


class Closed(Exception):
    pass


class Mailbox:
    def __init__(self, name):
        self.name = name
        self.letters = collections.deque()
        self.arrived = threading.Condition()
        self.closed = False
        self.taken = 0

    def put(self, letter):
        self.letters.append(letter)
        with self.arrived:
            self.arrived.notify_all()

    def close(self):
        """No more letters will come: readers get Closed when the box is empty."""
        self.closed = True
        with self.arrived:
            self.arrived.notify_all()
        log.info("%s is closed", self.name)

    def take_all(self):
        """All letters that lie here; waits for one."""
        if not self.letters:
            if self.closed:
                raise Closed(self.name)
            self.tidy()
            with self.arrived:
                self.arrived.wait()
        found = []
        while self.letters:
            found.append(self.letters.popleft())
        self.taken += len(found)
        return found

    def tidy(self):
        """Write down what has been read so far, while there is nothing else to do."""
        log.debug("%s: %d read", self.name, self.taken)
        time.sleep(0.45)  # to the disk
