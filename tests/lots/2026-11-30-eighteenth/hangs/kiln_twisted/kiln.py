"""A kiln that tells when it is hot."""

from twisted.internet import defer, reactor, task


class Kiln:
    def __init__(self, heat=0.05):
        self.temperature = 20
        self.heat = heat
        self._hot = []
        self._loop = task.LoopingCall(self._step)

    def light(self):
        done = self._loop.start(self.heat)
        done.addErrback(self._trouble)
        return done

    def _step(self):
        self.temperature += 200
        wanted = [entry for entry in self._hot if entry[0] <= self.temperature]
        for entry in wanted:
            self._hot.remove(entry)
            entry[1].callback(self.temperature)

    def _trouble(self, failure):
        failure.trap(ValueError, TypeError)

    def hot(self, temperature):
        waiting = defer.Deferred()
        self._hot.append((temperature, waiting))
        return waiting

    def stop(self):
        if self._loop.running:
            self._loop.stop()


def later(seconds, function, *args):
    return task.deferLater(reactor, seconds, function, *args)
