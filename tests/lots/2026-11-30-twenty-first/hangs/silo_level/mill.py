"""Lorries are loaded as soon as the silo holds what they take."""

import logging
import pathlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from silo import Silo

log = logging.getLogger("mill")


@dataclass(frozen=True)
class Lorry:
    plate: str
    takes: int
    comes: float


LORRIES = [Lorry("B 11", 40, 0.5), Lorry("B 12", 60, 0.6), Lorry("C 30", 700, 0.7)]


class Gauge(threading.Thread):
    def __init__(self, silo):
        super().__init__(name="gauge", daemon=True)
        self.silo = silo

    def run(self):
        while True:
            log.debug("level %d", self.silo.level)
            time.sleep(0.5)


class Ramp:
    def __init__(self, silo):
        self.silo = silo
        self.loaded = []

    def load(self, lorry):
        time.sleep(lorry.comes)
        reached = self.silo.wait(lorry.takes)
        self.loaded.append(lorry.plate)
        log.info("%s loaded at %d", lorry.plate, reached)
        return lorry.takes


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with Silo(pathlib.Path(__file__).resolve().parent.parent.parent, rate=4) as silo:
        Gauge(silo).start()
        ramp = Ramp(silo)
        with ThreadPoolExecutor(2, thread_name_prefix="ramp") as pool:
            total = sum(pool.map(ramp.load, LORRIES))
        log.info("%d in all", total)


if __name__ == "__main__":
    main()
