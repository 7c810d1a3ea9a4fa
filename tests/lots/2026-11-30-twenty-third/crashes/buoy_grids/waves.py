"""A table of waves, by hours, out of the files of eight buoys."""
import argparse
import concurrent.futures
import logging
import tempfile
import threading

from grids import Buoy, write

log = logging.getLogger("waves")


class Table:
    def __init__(self):
        self.lock = threading.Lock()
        self.rows = {}

    def put(self, name, hour, highest, period):
        with self.lock:
            self.rows[name, hour] = (highest, period)

    def top(self, count=3):
        with self.lock:
            return sorted(self.rows.items(), key=lambda row: -row[1][0])[:count]


def hours(size, step):
    return [(start, min(start + step, size)) for start in range(0, size, step)]


def survey(table, buoy, spans):
    for hour, (start, stop) in enumerate(spans):
        table.put(buoy.name, hour, buoy.highest(start, stop), buoy.mean_period(start, stop))
    return buoy.name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--buoys", type=int, default=8)
    parser.add_argument("--step", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        buoys = [Buoy(write(folder, number)) for number in range(options.buoys)]
        spans = hours(200_000, options.step)
        table = Table()
        survey(table, buoys[0], spans[:3])
        log.info("first hours of %s: %s", buoys[0].name, table.top(1))
        with concurrent.futures.ThreadPoolExecutor(8, thread_name_prefix="wave") as pool:
            for _ in range(options.rounds):
                for name in pool.map(lambda buoy: survey(table, buoy, spans), buoys):
                    log.info("%s done", name)
        print(table.top())


if __name__ == "__main__":
    main()
