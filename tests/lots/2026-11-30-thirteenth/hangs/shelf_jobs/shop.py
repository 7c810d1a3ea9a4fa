import logging
import threading
import time

from jobs import ShelfJobs, Shelves

log = logging.getLogger("shop")


class Till(threading.Thread):
    """Counts customers, and has nothing to do with the shelves."""

    def __init__(self):
        super().__init__(name="till", daemon=True)
        self.customers = 0

    def run(self):
        while True:
            time.sleep(0.3)
            self.customers += 1


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    shelves = Shelves()
    till = Till()
    till.start()
    jobs = ShelfJobs(shelves)
    jobs.install()
    closing = time.monotonic() + 120
    while time.monotonic() < closing:
        jobs.schedule.exec_jobs()
        time.sleep(0.1)
    log.info("%d customers, ordered %s", till.customers, dict(shelves.ordered))


if __name__ == "__main__":
    main()
