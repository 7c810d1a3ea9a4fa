# The reactor has stopped and joins its threads; one of them waits for an answer of the reactor.
# https://github.com/twisted/twisted/issues/10124
import time

from twisted.internet import reactor
from twisted.internet.threads import blockingCallFromThread, deferToThread


def ask():
    return "answer"


def work():
    time.sleep(1)
    print(blockingCallFromThread(reactor, ask))  # <-- here


deferToThread(work)
reactor.callLater(0.3, reactor.stop)
print("READY", flush=True)
reactor.run()  # <-- also
