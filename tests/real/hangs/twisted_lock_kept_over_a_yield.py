# A callback takes a lock of threads and gives way to the reactor before it lets go of it; the second
# one waits for the lock, and with it the reactor.
# https://github.com/lbryio/lbry-sdk/pull/939
import threading

from twisted.internet import defer, reactor, task

lock = threading.Lock()


@defer.inlineCallbacks
def save(blob):
    lock.acquire()  # <-- here
    yield task.deferLater(reactor, 0.3, lambda: None)
    print("saved", blob)
    lock.release()


for blob in ("first", "second"):
    reactor.callWhenRunning(save, blob)
print("READY", flush=True)
reactor.run()  # <-- also
