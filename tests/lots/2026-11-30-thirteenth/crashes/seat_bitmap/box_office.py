"""The box office: reports how full the halls are while seats are sold."""

import logging
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

from bitmap import SeatMap, create

log = logging.getLogger("office")
HALL = 8 * 65536
HALLS = 12


class Office:
    def __init__(self, path):
        self.path = path
        create(path, HALL * HALLS)
        self.seats = SeatMap(path, writable=True)
        self.rng = random.Random(6)
        self.stopped = False
        signal.signal(signal.SIGTERM, self._stop)

    def _stop(self, number, frame):
        self.stopped = True

    def sell(self, number):
        for _ in range(number):
            self.seats.take(self.rng.randrange(HALL * HALLS))

    def report(self):
        for hall in range(HALLS):
            log.info("hall %2d: %d taken", hall, self.seats.taken(hall * HALL, (hall + 1) * HALL))

    def close_halls(self, left):
        script = pathlib.Path(__file__).with_name("compactor.py")
        subprocess.run([sys.executable, script, self.path, str(left * HALL // 8)], check=True)


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        office = Office(os.path.join(folder, "seats.bin"))
        office.sell(4000)
        office.report()
        office.close_halls(5)
        office.sell(0)
        office.report()


if __name__ == "__main__":
    main()
