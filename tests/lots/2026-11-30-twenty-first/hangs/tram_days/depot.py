"""The depot's plan: asked for by the drivers, one thread each, beside a clock that rings."""

import datetime
import logging
import queue
import signal
import threading
import time

from calendar_rules import RULES

log = logging.getLogger("depot")


class Clock(threading.Thread):
    def __init__(self, every):
        super().__init__(name="clock", daemon=True)
        self.every = every
        self.rung = 0

    def run(self):
        while True:
            time.sleep(self.every)
            self.rung += 1
            if self.rung % 4 == 0:
                log.info("%d quarters", self.rung)


class Planner(threading.Thread):
    def __init__(self):
        super().__init__(name="planner", daemon=True)
        self.questions = queue.Queue()
        self.plan = {}

    def run(self):
        while True:
            day, answer = self.questions.get()
            answer.put(self.work(day))

    def work(self, day):
        if day not in self.plan:
            self.plan[day] = [rule.what for rule in RULES if rule.due(day)]
        return self.plan[day]

    def ask(self, day):
        answer = queue.Queue()
        self.questions.put((day, answer))
        return answer.get()


class Driver(threading.Thread):
    def __init__(self, planner, name, days):
        super().__init__(name=name)
        self.planner = planner
        self.days = days

    def run(self):
        for day in self.days:
            time.sleep(0.3)
            log.info("%s, %s: %s", self.name, day, ", ".join(self.planner.ask(day)) or "nothing")


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Clock(0.5).start()
    planner = Planner()
    planner.start()
    start = datetime.date(2024, 3, 29)
    drivers = [
        Driver(planner, "anna", [start + datetime.timedelta(14 * n) for n in range(2)]),
        Driver(planner, "bert", [start + datetime.timedelta(14, hours=0), start + datetime.timedelta(20)]),
    ]
    for driver in drivers:
        driver.start()
    for driver in drivers:
        driver.join()


if __name__ == "__main__":
    main()
