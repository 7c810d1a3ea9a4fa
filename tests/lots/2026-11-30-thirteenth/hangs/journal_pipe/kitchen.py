import logging
import os
import threading
import time

from journal import Collector, Journal

log = logging.getLogger("kitchen")


class Thermometers(threading.Thread):
    """Twenty of them, each of which has something to say all the time."""

    def __init__(self, journal):
        super().__init__(name="thermometers", daemon=True)
        self.journal = journal

    def run(self):
        step = 0
        while True:
            for number in range(20):
                degrees = [round(180 + (step * number + i) % 9 / 3, 2) for i in range(60)]
                self.journal.write(thermometer=number, step=step, degrees=degrees)
            step += 1


class Oven:
    """Each batch of loaves is baked by a process of its own."""

    def __init__(self, journal):
        self.journal = journal

    def bake(self, batch):
        pid = os.fork()
        if not pid:
            try:
                self.bake_here(batch)
            finally:
                os._exit(0)
        return pid

    def bake_here(self, batch):
        self.journal.write(batch=batch, what="in")
        time.sleep(0.3)
        self.journal.write(batch=batch, what="out")
        self.journal.flush()


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    collector = Collector()
    collector.start()
    journal = Journal(collector.file)
    journal.write(what="the oven is hot")
    Thermometers(journal).start()
    time.sleep(1.1)
    oven = Oven(journal)
    for batch in range(12):
        pid = oven.bake(batch)
        log.info("batch %d by %d", batch, pid)
        _, status = os.waitpid(pid, 0)
        log.info("batch %d: %d", batch, status)


if __name__ == "__main__":
    main()
