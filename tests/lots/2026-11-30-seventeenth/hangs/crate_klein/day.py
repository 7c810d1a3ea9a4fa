"""A day at the yard: the service, and lorries that bring crates."""

import threading
import urllib.request

from twisted.internet import reactor, task
from twisted.web.server import Site

from yard import Yard


class Lorry(threading.Thread):
    def __init__(self, number, port):
        super().__init__(name=f"lorry {number}", daemon=True)
        self.number = number
        self.port = port

    def run(self):
        for at in range(20):
            url = f"http://127.0.0.1:{self.port}/crates/{self.number}-{at}"
            with urllib.request.urlopen(urllib.request.Request(url, method="POST")) as answer:
                print(self.name, answer.read().decode(), flush=True)


def main():
    reactor.suggestThreadPoolSize(3)
    yard = Yard()
    port = reactor.listenTCP(0, Site(yard.app.resource()), interface="127.0.0.1")
    task.LoopingCall(lambda: print("weighed:", yard.scales.weighed, flush=True)).start(3)
    lorries = [Lorry(number, port.getHost().port) for number in range(1, 6)]
    reactor.callWhenRunning(lambda: [lorry.start() for lorry in lorries])
    reactor.run()


if __name__ == "__main__":
    main()
