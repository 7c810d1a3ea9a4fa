"""Gauges that are read over Twisted; an old interface for threads is still there."""

from twisted.internet import defer, reactor, task, threads


class Gauge:
    def __init__(self, value):
        self.value = value

    def read(self):
        """A Deferred of the value."""
        return task.deferLater(reactor, 0.05, lambda: self.value)

    def read_now(self):
        """The value, for code that knows no Deferreds."""
        return threads.blockingCallFromThread(reactor, self.read)


class Panel:
    def __init__(self, **gauges):
        self.gauges = gauges

    @defer.inlineCallbacks
    def sum(self):
        total = 0
        for gauge in self.gauges.values():
            total += yield gauge.read()
        return total

    def table(self):
        return {name: gauge.read_now() for name, gauge in self.gauges.items()}
