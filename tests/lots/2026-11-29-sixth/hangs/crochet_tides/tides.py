"""The heights of tides, asked of stations by Twisted, which runs in crochet's thread."""

import threading

import crochet
from twisted.internet import defer, reactor, task

crochet.setup()


class Station:
    """A station that answers after a while."""

    def __init__(self, name, height):
        self.name = name
        self.height = height

    def ask(self):
        return task.deferLater(reactor, 0.1, lambda: self.height)


class Table:
    def __init__(self, stations):
        self.stations = {station.name: station for station in stations}
        self.heights = {}
        self.mutex = threading.Lock()

    @crochet.run_in_reactor
    @defer.inlineCallbacks
    def fetch(self, name):
        height = yield self.stations[name].ask()
        with self.mutex:
            self.heights[name] = height
        return height

    def refresh(self):
        """All heights, as of one moment."""
        with self.mutex:
            self.heights.clear()
            asked = [self.fetch(name) for name in self.stations]
            return [one.wait(timeout=None) for one in asked]

    def height(self, name):
        return self.fetch(name).wait(timeout=None)
