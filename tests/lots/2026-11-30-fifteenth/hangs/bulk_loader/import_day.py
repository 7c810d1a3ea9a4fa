import argparse
import math
import threading
import time

from loader import Loader
from table import Table


def readings(number, broken=()):
    for index in range(number):
        value = 20 + 5 * math.sin(index / 50)
        yield (f"s{index % 9}", 1_700_000_000 + index, 999.9 if index in broken else value)


class Progress(threading.Thread):
    def __init__(self, loader):
        super().__init__(name="progress", daemon=True)
        self.loader = loader

    def run(self):
        while True:
            time.sleep(2)
            print("refused batches:", self.loader.refused, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--rows", type=int, default=3000, help="readings of a day")
    options = parser.parse_args()
    table = Table()
    loader = Loader(table)
    Progress(loader).start()
    for day in range(options.days):
        rows = list(readings(options.rows, broken={1234} if day else ()))
        worker = threading.Thread(target=loader.load, args=(rows,), name=f"day-{day}")
        worker.start()
        worker.join()
        print("day", day, table.count(), "rows", flush=True)


if __name__ == "__main__":
    main()
