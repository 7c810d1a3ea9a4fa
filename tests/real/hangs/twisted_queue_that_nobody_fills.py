# A coroutine of Twisted waits for the next job; whoever was to put one in has failed, and the
# reactor runs on.
# https://docs.twisted.org/en/stable/api/twisted.internet.defer.DeferredQueue.html
from twisted.internet import defer, reactor, task

jobs = defer.DeferredQueue()


def produce():
    jobs.put({}["job"])  # <-- also


@defer.inlineCallbacks
def consume():
    job = yield jobs.get()  # <-- here
    print(job)
    reactor.stop()


consume()
task.deferLater(reactor, 0.1, produce).addErrback(lambda failure: None)
print("READY", flush=True)
reactor.run()  # <-- also
