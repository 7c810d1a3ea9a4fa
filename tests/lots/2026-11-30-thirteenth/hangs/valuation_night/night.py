"""What lies in the halls is worth, for the balance: run at night by cron."""

import argparse
import concurrent.futures
import logging
import threading
import time

from cells import Hall, Shelf

log = logging.getLogger("night")


class Progress(threading.Thread):
    def __init__(self):
        super().__init__(name="progress", daemon=True)
        self.done = 0

    def run(self):
        while True:
            time.sleep(2)
            log.info("%d halls valued", self.done)


class Valuation:
    def __init__(self, halls, workers):
        self.halls = halls
        self.workers = workers
        self.progress = Progress()

    def of_hall(self, number):
        started = time.perf_counter()
        value = Hall().value(number)
        self.progress.done += 1
        return number, value, time.perf_counter() - started

    def run(self):
        self.progress.start()
        with concurrent.futures.ThreadPoolExecutor(self.workers, "valuer") as pool:
            for number, value, took in pool.map(self.of_hall, self.halls):
                yield number, value
                log.info("hall %d took %.3f s", number, took)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--halls", type=int, nargs="+", default=[2, 1])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    log.info("shelf 6 alone: %s", Shelf().value(6))
    total = 0.0
    for number, value in Valuation(options.halls, options.workers).run():
        total += value
        print(f"hall {number}: {value:10.2f}", flush=True)
    print(f"all:    {total:10.2f}", flush=True)


if __name__ == "__main__":
    main()
