"""Potters fire their pots, a process each; the foreman counts what is done."""

import logging
import multiprocessing
import threading
import time
from dataclasses import dataclass

from trays import CONTEXT, Trays

log = logging.getLogger("pottery")


@dataclass(frozen=True)
class Batch:
    what: str
    trays: int
    seconds: float


DAYS = {
    "monday": [[Batch("cups", 1, 0.3), Batch("bowls", 2, 0.3)], [Batch("tiles", 2, 0.4)]],
    "tuesday": [[Batch("jugs", 3, 0.4), Batch("cups", 1, 0.2)], [Batch("tiles", 3, 0.5)]],
}


def potter(name, batches, trays, done):
    for batch in batches:
        with trays.take(batch.trays):
            time.sleep(batch.seconds)
            done.put((name, batch.what))


class Foreman(threading.Thread):
    def __init__(self, done):
        super().__init__(name="foreman", daemon=True)
        self.done = done
        self.fired = []

    def run(self):
        while True:
            self.fired.append(self.done.get())
            log.info("%s: %s", *self.fired[-1])


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    trays = Trays(4)
    done = CONTEXT.Queue()
    foreman = Foreman(done)
    foreman.start()
    for day, plans in DAYS.items():
        log.info("%s", day)
        potters = [
            CONTEXT.Process(target=potter, args=(f"potter {number}", plan, trays, done), name=f"potter-{number}")
            for number, plan in enumerate(plans)
        ]
        for process in potters:
            process.start()
        for process in potters:
            process.join()
    log.info("%d batches, %s", len(foreman.fired), multiprocessing.active_children())


if __name__ == "__main__":
    main()
