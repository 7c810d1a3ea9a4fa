import sys
import time

from twisted.internet import defer, reactor, task
from twisted.python import log

from hardware import Bolts
from lockers import Cabinet


class Gate:
    """Opens lockers as travellers come."""

    def __init__(self, cabinet):
        self.cabinet = cabinet
        self.opened = 0
        self.started = time.monotonic()

    @defer.inlineCallbacks
    def travellers(self, numbers):
        for number in numbers:
            yield self.cabinet.open(number)
            self.opened += 1

    def beat(self):
        log.msg(f"{self.opened} opened after {time.monotonic() - self.started:.0f} s")


def main():
    log.startLogging(sys.stdout, setStdout=False)
    gate = Gate(Cabinet(Bolts(needs_check=[7, 8])))
    task.LoopingCall(gate.beat).start(1)
    done = gate.travellers([3, 1, 4, 1, 5, 9, 2, 6, 5, 7, 5, 8])
    done.addErrback(log.err)
    done.addBoth(lambda result: reactor.stop())
    reactor.run()


if __name__ == "__main__":
    main()
