"""The lockers of a station. Who opens one has the cabinet for as long as that takes."""

import logging

from twisted.internet import defer, reactor, threads

log = logging.getLogger("lockers")


class Cabinet:
    def __init__(self, hardware, size=12):
        self.hardware = hardware
        self.state = dict.fromkeys(range(size), "shut")
        self._turn = defer.DeferredLock()

    @defer.inlineCallbacks
    def open(self, number):
        yield self._turn.acquire()
        try:
            yield threads.deferToThread(self.hardware.pulse, self, number)  # <-- here
            self.state[number] = "open"
        finally:
            self._turn.release()

    @defer.inlineCallbacks
    def inspect(self, number):
        """The state of a locker, when nobody is at work at the cabinet."""
        yield self._turn.acquire()
        try:
            return self.state[number]
        finally:
            self._turn.release()

    def inspect_from_thread(self, number):
        return threads.blockingCallFromThread(reactor, self.inspect, number)  # <-- here
