# blockingCallFromThread() is called in the thread of the reactor, which alone could answer.
# https://github.com/hendrix/hendrix/issues/140
from twisted.internet import reactor
from twisted.internet.threads import blockingCallFromThread


def ask():
    return "answer"


def render():
    print(blockingCallFromThread(reactor, ask))  # <-- here


reactor.callLater(0.2, render)
print("READY", flush=True)
reactor.run()  # <-- also
