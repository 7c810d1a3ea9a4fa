"""Runs huey's consumer in this process, and asks it for reports."""

import logging
import threading
import time

from reports import huey, report_on

log = logging.getLogger("service")


class Status(threading.Thread):
    def __init__(self):
        super().__init__(name="status", daemon=True)

    def run(self):
        while True:
            time.sleep(1)
            log.warning("%d tasks wait", huey.pending_count())


def start_consumer(workers):
    consumer = huey.create_consumer(workers=workers, worker_type="thread", initial_delay=0.05)
    consumer.start()
    return consumer


def main():
    logging.basicConfig(level=logging.WARNING)
    start_consumer(workers=2)
    Status().start()
    quarters = [report_on([first, first + 1, first + 2]) for first in (1, 4, 7, 10)]
    for quarter in quarters:
        print("quarter", quarter.get(blocking=True), flush=True)  # <-- here


if __name__ == "__main__":
    main()
