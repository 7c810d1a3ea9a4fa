"""All charts of a year in a pool of processes."""

import multiprocessing
import random
import threading
import time

from charts import height
import notices_of_os

MONTHS = "january february march april may june july august".split()


class Year:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def jobs(self):
        for month in MONTHS:
            yield month, [self.chance.random() for _ in range(31)]


class Meter(threading.Thread):
    def __init__(self):
        super().__init__(name="meter", daemon=True)
        self.done = 0

    def run(self):
        while True:
            time.sleep(1)
            print(self.done, "charts", flush=True)


def main():
    meter = Meter()
    meter.start()
    with multiprocessing.Pool(3) as pool:
        for name, result in pool.imap(height, Year(3).jobs()):
            meter.done += 1
            print(name, round(result, 2), flush=True)


if __name__ == "__main__":
    with notices_of_os.Posts():
        notices_of_os.quiet_pipes()
        main()
