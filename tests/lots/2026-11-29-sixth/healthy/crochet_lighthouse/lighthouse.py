"""Lighthouses that report to a harbour every now and then; Twisted in crochet's thread."""

import crochet
from twisted.internet import defer, reactor, task

crochet.setup()


class Lighthouse:
    def __init__(self, name, pause):
        self.name = name
        self.pause = pause
        self.flashes = 0
        self.waiting = []

    @crochet.run_in_reactor
    def start(self):
        task.LoopingCall(self.flash).start(self.pause, now=False)

    def flash(self):
        self.flashes += 1
        waiting, self.waiting = self.waiting, []
        for deferred in waiting:
            deferred.callback((self.name, self.flashes))

    @crochet.run_in_reactor
    def next_flash(self):
        deferred = defer.Deferred()
        self.waiting.append(deferred)
        return deferred


@crochet.run_in_reactor
def uptime():
    return reactor.seconds()
