"""Loads all tables in a thread of the scheduler, one job after the other."""

import logging
import sched
import threading
import time

from importer import FILES, Importer


class Jobs:
    def __init__(self):
        self.importer = Importer({"A8": 2, "B27": 3})
        self.scheduler = sched.scheduler(time.monotonic, time.sleep)
        self.reports = []

    def _load(self, road):
        self.reports.append(self.importer.load(road))
        logging.info("%s: %d rates", road, self.reports[-1].good)

    def run(self):
        for at, road in enumerate(FILES):
            self.scheduler.enter(0.1 * at, 1, self._load, (road,))
        self.scheduler.run()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    jobs = Jobs()
    thread = threading.Thread(target=jobs.run, name="scheduler")
    thread.start()
    thread.join()
    for report in jobs.reports:
        print(report.road, report.good, "good", report.bad)
    print(jobs.importer.tables["A8"].toll(3, [0, 1]))
