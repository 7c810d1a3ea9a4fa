# Jobs of the reactor's thread pool wait for jobs of the same pool.
# https://github.com/itamarst/crochet/issues/70
from twisted.internet import reactor
from twisted.internet.threads import blockingCallFromThread, deferToThread

reactor.suggestThreadPoolSize(2)


def look_up(name):
    return len(name)


def request(number):
    return blockingCallFromThread(reactor, deferToThread, look_up, f"user {number}")  # <-- here


for number in range(4):
    reactor.callWhenRunning(deferToThread, request, number)
print("READY", flush=True)
reactor.run()
