"""Merges the islands of several surveys; whoever needs the coast waits for it."""

import concurrent.futures
import threading
import time

import shapely

from coast import islands


class Coast:
    def __init__(self):
        self.ready = threading.Condition()
        self.area = None
        self.version = 0

    def publish(self, area):
        with self.ready:
            self.area = area
            self.version += 1
            self.ready.notify_all()

    def after(self, version):
        with self.ready:
            self.ready.wait_for(lambda: self.version > version)
            return self.version, self.area


def merge(coast):
    for survey in range(200):
        shapes = islands(1700, survey)
        merged = shapely.union_all(shapes)
        coast.publish(merged.buffer(0.2).area)


def reader(coast, name):
    version = 0
    while True:
        version, area = coast.after(version)
        print(time.strftime("%X"), name, version, round(area, 1), flush=True)


def main():
    coast = Coast()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(reader, coast, name) for name in ("map", "tides", "ferries")]
        jobs.append(pool.submit(merge, coast))
        for job in concurrent.futures.as_completed(jobs):
            job.result()


if __name__ == "__main__":
    main()
