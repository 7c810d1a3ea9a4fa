import logging
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from leases import Leases

log = logging.getLogger("firing")


@dataclass
class Batch:
    pots: int
    degrees: int
    kiln: str

    @property
    def seconds(self):
        return self.degrees / 2500


class Studio:
    def __init__(self, folder, potters=2):
        self.leases = Leases(folder)
        self.potters = ThreadPoolExecutor(potters, thread_name_prefix="potter")
        self.cooling = ThreadPoolExecutor(1, thread_name_prefix="cooling")
        self.fired = 0
        self.count = threading.Lock()

    def fire(self, batch):
        self.leases.take(batch.kiln)
        log.info("%s has %s", threading.current_thread().name, batch.kiln)
        time.sleep(batch.seconds)
        return self.cooling.submit(self.cool, batch)

    def cool(self, batch):
        time.sleep(batch.seconds / 2)
        self.leases.give_back(batch.kiln)
        with self.count:
            self.fired += batch.pots

    def day(self, batches):
        for cooled in self.potters.map(self.fire, batches):
            cooled.result()
        return self.fired


def main():
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(folder)
        print(studio.day([Batch(40, 960, "small"), Batch(55, 1240, "large")]), "pots", flush=True)
        print(studio.leases.taken(), "still hot", flush=True)
        print(studio.day([Batch(70, 1240, "large"), Batch(20, 1240, "large")]), "pots", flush=True)


if __name__ == "__main__":
    main()
