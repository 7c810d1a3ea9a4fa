# The reactor's two threads have a long queue of jobs.
import time

from twisted.internet import reactor, threads

reactor.suggestThreadPoolSize(2)
for _ in range(100):
    reactor.callWhenRunning(threads.deferToThread, time.sleep, 3)
print("READY", flush=True)
reactor.run()
