import itertools
import logging
import random
import signal
import threading
import time

from metrics import Metrics

log = logging.getLogger("worker")


class Worker:
    """Handles requests; a timer of the system tells when it is time to look at the limits."""

    def __init__(self, limit):
        self.metrics = Metrics()
        self.limit = limit
        self.late = 0
        signal.signal(signal.SIGALRM, self.check)
        signal.setitimer(signal.ITIMER_REAL, 0.05)

    def check(self, number, frame):
        with self.metrics.timed("check"):  # <-- here
            self.late += 1 if random.random() > self.limit else 0
        signal.setitimer(signal.ITIMER_REAL, 0.05)

    def request(self, number):
        with self.metrics.timed("request"):
            return sum(range(number % 1000))

    def run(self):
        for number in itertools.count():
            self.request(number)
            if number % 500 == 0:
                worst = max((times[-1] for times in self.metrics.summary().values()), default=0)
                log.debug("the slowest request took %f s", worst)


def reporter(worker):
    while True:
        time.sleep(1)
        log.info("late %d", worker.late)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    worker = Worker(limit=0.9)
    threading.Thread(target=reporter, args=(worker,), name="reporter", daemon=True).start()
    worker.run()
