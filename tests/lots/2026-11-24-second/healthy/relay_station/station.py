import socket
import sys
import threading
import time

from twisted.internet import protocol, reactor, task
from twisted.python import log

from protocol import Relay, Station


class RelayFactory(protocol.Factory):
    def __init__(self, station):
        self.station = station

    def buildProtocol(self, address):
        return Relay(self.station)


def ship(port, name, pause):
    """Calls once in a while, and hears what others say."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        lines = connection.makefile("rb")
        time.sleep(pause / 3)
        while True:
            connection.sendall(b"%b calling\n" % name.encode())
            time.sleep(pause)
            print(name, "heard", lines.readline(), flush=True)


def main():
    log.startLogging(sys.stdout, setStdout=False)
    station = Station()
    port = reactor.listenTCP(0, RelayFactory(station), interface="127.0.0.1").getHost().port
    task.LoopingCall(lambda: log.msg(f"{station.forwarded} forwarded")).start(15)
    for name, pause in (("Anna", 5), ("Bertha", 7), ("Clara", 9)):
        threading.Thread(target=ship, args=(port, name, pause), name=name, daemon=True).start()
    reactor.run()


if __name__ == "__main__":
    main()
