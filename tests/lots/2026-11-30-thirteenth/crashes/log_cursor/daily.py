"""The daily table of events, with a thread that says how far it is."""

import logging
import threading

from queries import KINDS, Day

log = logging.getLogger("daily")


class Heartbeat(threading.Thread):
    def __init__(self):
        super().__init__(name="heartbeat", daemon=True)
        self.what = "start"
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(0.2):
            log.info("at %s", self.what)


def main():
    logging.basicConfig(level=logging.INFO)
    heartbeat = Heartbeat()
    heartbeat.start()
    day = Day(12)
    for kind in KINDS[:3]:
        heartbeat.what = kind
        print(kind, day.count(kind), flush=True)
    for kind in ("disk", "fan"):
        heartbeat.what = kind
        print(kind, day.hosts(kind), flush=True)
        print(kind, day.first(kind, 2), flush=True)
    heartbeat.stop.set()


if __name__ == "__main__":
    main()
