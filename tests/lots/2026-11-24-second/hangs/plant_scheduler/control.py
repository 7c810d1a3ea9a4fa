"""Measures tanks by a schedule, in the scheduler's own thread: the bus takes one at a time."""

import logging
import threading
import time

from apscheduler.executors.debug import DebugExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from plant import Plant

log = logging.getLogger("control")


class Control:
    def __init__(self, plant):
        self.plant = plant
        self.scheduler = BackgroundScheduler(executors={"default": DebugExecutor()})
        for name in plant.tanks:
            self.scheduler.add_job(
                self.plant.measure,
                "interval",
                args=[name],
                seconds=0.1,
                id=name,
                max_instances=1,
                misfire_grace_time=60,
            )

    def next_run(self, tank):
        time.sleep(0.03)
        job = self.scheduler.get_job(tank.name)  # <-- here
        return job.next_run_time.isoformat() if job else "never"

    def report(self):
        return "\n".join(self.plant.overview(self.next_run))  # <-- here


class Alarm(threading.Thread):
    def __init__(self, plant):
        super().__init__(name="alarm", daemon=True)
        self.plant = plant
        self.rung = 0

    def run(self):
        while True:
            time.sleep(0.25)
            if any(tank.level > 90 for tank in self.plant.tanks.values()):
                self.rung += 1
                log.warning("a tank is full")


def main():
    logging.basicConfig(level=logging.WARNING)
    plant = Plant(["north", "south", "east", "west"])
    control = Control(plant)
    Alarm(plant).start()
    control.scheduler.start()
    while True:
        time.sleep(0.3)
        print(control.report(), flush=True)


if __name__ == "__main__":
    main()
