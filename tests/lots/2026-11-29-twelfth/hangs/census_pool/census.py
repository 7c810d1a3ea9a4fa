"""Count the people of a town by district.

    python census.py [--processes N]
"""

import argparse
import logging
import multiprocessing
import time

from streets import DISTRICTS, all_streets, count_street
from tally import Tally

log = logging.getLogger("census")


class Census:
    """Streets are counted by a pool; the tally is told of each."""

    def __init__(self, processes):
        self.pool = multiprocessing.Pool(processes)
        self.tally = Tally(DISTRICTS)
        self.results = []

    def submit(self):
        for district, street in all_streets():
            result = self.pool.apply_async(
                count_street, (district, street), callback=self.tally.add
            )
            self.results.append((street, result))

    def wait(self):
        for street, result in self.results:
            district, houses, people = result.get()
            log.info("%s, %s: %d people in %d houses", street, district, people, houses)

    def run(self):
        begun = time.monotonic()
        self.submit()
        self.pool.close()
        self.wait()
        self.pool.join()
        log.info("done in %.1f s", time.monotonic() - begun)
        return self.tally.density()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    for district, density in Census(options.processes).run().items():
        print(f"{district:10} {density}", flush=True)


if __name__ == "__main__":
    main()
