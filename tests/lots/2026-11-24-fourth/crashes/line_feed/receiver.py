"""Collects what a collector of measurements sends, and gives it out line by line."""

from compiled import compiled

feed = compiled("feed")


class Receiver:
    def __init__(self):
        self.received = bytearray()
        self.lines = feed.Feed()
        self.attached = False

    def data_received(self, data):
        self.received += data
        if not self.attached:
            self.lines.attach(self.received)
            self.attached = True

    def __iter__(self):
        return iter(self.lines.next, None)
