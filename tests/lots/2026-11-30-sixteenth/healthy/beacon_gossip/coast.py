"""Four beacons of a coast, and a guard who asks one of them each half a minute."""

import logging
import signal
import threading

from node import Node

log = logging.getLogger("coast")
stop = threading.Event()


class Fog(threading.Thread):
    """Comes and goes, and is told to all beacons."""

    def __init__(self, nodes):
        super().__init__(name="fog", daemon=True)
        self.nodes = nodes
        self.thick = False

    def run(self):
        while not stop.wait(17):
            self.thick = not self.thick
            for node in self.nodes:
                node.every *= 0.5 if self.thick else 2


def guard(node):
    while not stop.wait(30):
        away = node.away()
        log.info("away: %s", ", ".join(away) or "none")


def end(number, _):
    signal.signal(number, signal.SIG_IGN)
    stop.set()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    nodes = [Node(name, every) for name, every in [("cape", 9), ("inlet", 12), ("quay", 10), ("spit", 14)]]
    for node in nodes:
        node.know(*nodes)
    for node in nodes:
        node.start()
    Fog(nodes).start()
    guards = threading.Thread(target=guard, args=(nodes[0],), name="guard")
    guards.start()
    stop.wait()
    guards.join()


if __name__ == "__main__":
    main()
