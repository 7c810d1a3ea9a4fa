"""A potter's days: pots are thrown, dried, and fired when the kiln is full."""

import logging

from cycle import Scheduler

log = logging.getLogger("potter")


class Workshop:
    def __init__(self, room):
        self.scheduler = Scheduler()
        self.room = room
        self.dry = []
        self.fired = 0

    def throw(self, number):
        for pot in range(number):
            yield 6
            log.info("pot %d is thrown", pot)
            self.scheduler.start(f"pot {pot}", self.drying(pot))

    def drying(self, pot):
        yield 17
        self.dry.append(pot)

    def firing(self, pots):
        log.info("the kiln is lit for %d pots", len(pots))
        yield 48
        self.fired += len(pots)
        log.info("%d pots are fired", self.fired)

    def kiln(self, thrower):
        while True:
            while len(self.dry) < self.room and not (thrower.done and self.dry):
                yield 3
            pots, self.dry = self.dry[: self.room], self.dry[self.room :]
            yield self.scheduler.start("firing", self.firing(pots))
            if thrower.done and not self.dry:
                return

    def run(self, pots):
        thrower = self.scheduler.start("thrower", self.throw(pots))
        self.scheduler.start("kiln", self.kiln(thrower))
        self.scheduler.run()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    Workshop(room=4).run(pots=20)


if __name__ == "__main__":
    main()
