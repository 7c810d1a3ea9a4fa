"""Lines come in, and go on to all others, one at a time."""

from twisted.internet import defer, reactor, task
from twisted.protocols import basic


class Relay(basic.LineReceiver):
    delimiter = b"\n"

    def __init__(self, station):
        self.station = station

    def connectionMade(self):
        self.station.peers.add(self)

    def connectionLost(self, reason):
        self.station.peers.discard(self)

    def lineReceived(self, line):
        self.station.forward(self, line)


class Station:
    def __init__(self):
        self.peers = set()
        self.forwarded = 0
        self.lock = defer.DeferredLock()

    @defer.inlineCallbacks
    def forward(self, source, line):
        yield self.lock.acquire()
        try:
            yield task.deferLater(reactor, 2.0, lambda: None)  # the radio is slow
            for peer in self.peers - {source}:
                peer.sendLine(line)
            self.forwarded += 1
        finally:
            self.lock.release()
