"""Washes what the hotels send; a hotel may take its order back."""

import enum
import logging
import time
from concurrent.futures import wait
from dataclasses import dataclass

from line import Line

log = logging.getLogger("laundry")


class Kind(enum.Enum):
    SHEETS = 0.3
    TOWELS = 0.2
    CURTAINS = 0.5


@dataclass(frozen=True)
class Load:
    hotel: str
    kind: Kind
    kilos: int


class Laundry:
    def __init__(self, machines):
        self.line = Line(machines)
        self.washed = 0

    def wash(self, load):
        time.sleep(load.kind.value)
        self.washed += load.kilos
        return load.kilos

    def day(self, loads, taken_back=()):
        jobs = {self.line.submit(self.wash, load): load for load in loads}
        if taken_back:
            log.info("%d taken back", self.line.drop(lambda load: load.hotel not in taken_back))
        done, open_ = wait(jobs)
        log.info("%d loads, %d open", len(done), len(open_))
        return sum(job.result() for job in done if not job.cancelled())


def loads(*hotels):
    return [Load(hotel, kind, 10 + len(hotel)) for hotel in hotels for kind in Kind]


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    laundry = Laundry(2)
    log.info("monday: %d kilos", laundry.day(loads("Anchor", "Bell")))
    log.info("tuesday: %d kilos", laundry.day(loads("Anchor", "Bell", "Crown"), taken_back={"Crown"}))
    laundry.line.shutdown()


if __name__ == "__main__":
    main()
