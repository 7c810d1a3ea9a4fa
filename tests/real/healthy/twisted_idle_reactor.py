# A server of Twisted without clients, and a job now and then.
import time

from twisted.internet import endpoints, protocol, reactor, task, threads

endpoints.serverFromString(reactor, "tcp:0:interface=127.0.0.1").listen(
    protocol.Factory.forProtocol(protocol.Protocol)
)
task.LoopingCall(threads.deferToThread, time.sleep, 2).start(10)
print("READY", flush=True)
reactor.run()
