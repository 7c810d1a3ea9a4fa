"""Puts jobs into the queue, and tells now and then how many there are."""

import itertools
import logging
import threading
import time

import jobs

log = logging.getLogger("producer")


class Producer(threading.Thread):
    def __init__(self, queue):
        super().__init__(name="producer", daemon=True)
        self.queue = queue

    def run(self):
        for number in itertools.count():
            if len(self.queue) < 3:
                self.queue.enqueue(jobs.archive, f"month {number}")
            log.info("%d jobs", len(self.queue))
            time.sleep(5)
