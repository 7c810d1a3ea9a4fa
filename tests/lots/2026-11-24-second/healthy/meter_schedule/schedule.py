"""Reads five meters every eight seconds, and writes a table twice a minute."""

import logging

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_MISSED
from apscheduler.schedulers.blocking import BlockingScheduler

from meters import Bus, Meter

log = logging.getLogger("schedule")


class Station:
    def __init__(self, names):
        self.bus = Bus()
        self.meters = [Meter(name) for name in names]
        self.scheduler = BlockingScheduler()

    def plan(self):
        for meter in self.meters:
            self.scheduler.add_job(
                self.bus.read, "interval", args=[meter], seconds=8, id=meter.name, coalesce=True
            )
        self.scheduler.add_job(self.table, "cron", second="*/30")
        self.scheduler.add_listener(self.trouble, EVENT_JOB_ERROR | EVENT_JOB_MISSED)

    def trouble(self, event):
        log.warning("%s: %s", event.job_id, getattr(event, "exception", None))

    def table(self):
        for meter in self.meters:
            mean = sum(meter.readings) / max(1, len(meter.readings))
            log.info("%s %.1f V, %d readings", meter.name, mean, len(meter.readings))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    station = Station(["cellar", "kitchen", "hall", "roof", "garage"])
    station.plan()
    station.scheduler.start()
