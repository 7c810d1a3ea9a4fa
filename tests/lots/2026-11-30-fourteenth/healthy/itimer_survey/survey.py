"""A survey by a walker, and a beacon by a timer's signal, whose handler takes long."""

import argparse
import contextlib
import logging
import signal
import threading
import time

from base import Base, Report
from terrain import height, path

log = logging.getLogger("survey")


class Survey:
    def __init__(self, base):
        self.base = base
        self.points = []
        self.lock = threading.RLock()

    def report(self):
        with self.lock:
            highest = max((z for _, _, z in self.points), default=0.0)
            number = self.base.take(Report(len(self.points), highest))
            log.info("report %d: %d points, %.0f m", number, len(self.points), highest)

    def walk(self, steps, pause):
        for x, y in path(steps):
            with self.lock:
                self.points.append((x, y, height(x, y)))
            time.sleep(pause)


@contextlib.contextmanager
def beacon(first, every, call):
    """Call something each so many seconds, by SIGALRM."""
    old = signal.signal(signal.SIGALRM, lambda number, frame: call())
    signal.setitimer(signal.ITIMER_REAL, first, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    survey = Survey(Base())
    walker = threading.Thread(target=survey.walk, args=(options.steps, 0.5), name="walker")
    with beacon(3, 18, survey.report):
        walker.start()
        while walker.is_alive():
            walker.join(5)
    print(len(survey.points), "points,", len(survey.base.reports), "reports")


if __name__ == "__main__":
    main()
