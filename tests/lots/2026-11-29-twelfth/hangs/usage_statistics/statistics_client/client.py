import atexit
import collections
import os
import threading

from .transport import FileTransport


class Client:
    """A thread sends the counts: when there are enough, and at the end of the program."""

    ENOUGH = 5

    def __init__(self, transport):
        self.transport = transport
        self.counts = collections.Counter()
        self.changed = threading.Condition()
        self.closing = False
        self.sender = threading.Thread(target=self._send_all, name="usage statistics")
        self.sender.start()
        atexit.register(self.close)

    @classmethod
    def from_environment(cls):
        return cls(FileTransport(os.environ.get("USAGE_FILE", os.devnull)))

    def count(self, what):
        with self.changed:
            self.counts[what] += 1
            self.changed.notify()

    def _take(self):
        """What is to be sent, and whether that was all."""
        with self.changed:
            self.changed.wait_for(
                lambda: self.closing or sum(self.counts.values()) >= self.ENOUGH
            )
            counts, self.counts = self.counts, collections.Counter()
            return counts, self.closing

    def _send_all(self):
        last = False
        while not last:
            counts, last = self._take()
            if counts:
                self.transport.send(counts)

    def close(self):
        """Send the rest. Called at the end of the program."""
        with self.changed:
            self.closing = True
            self.changed.notify()
        self.sender.join()
