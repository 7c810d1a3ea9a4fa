"""Measures shapes in processes that are replaced after some pieces of work."""

import argparse
import concurrent.futures
import logging
import multiprocessing
import threading
import time

import shapes

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("farm")


class Farm:
    def __init__(self, workers, tasks):
        self.executor = concurrent.futures.ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            max_tasks_per_child=tasks,
        )
        self.measured = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.executor.shutdown()

    def _count(self, future):
        self.measured += 1

    def measure(self, what, many_corners):
        futures = {}
        for corners in many_corners:
            futures[corners] = self.executor.submit(what, corners)
            futures[corners].add_done_callback(self._count)
        concurrent.futures.wait(futures.values())
        return {corners: future.result() for corners, future in futures.items()}


def progress(farm):
    while True:
        time.sleep(1)
        log.info("%d shapes", farm.measured)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", type=int, default=3)
    options = parser.parse_args()
    with Farm(options.workers, options.tasks) as farm:
        threading.Thread(target=progress, args=(farm,), name="progress", daemon=True).start()
        areas = farm.measure(shapes.area, range(3, 40))
        outlines = farm.measure(shapes.outline, range(3, 40))
        for corners, area in areas.items():
            print(corners, round(area / outlines[corners], 4))


if __name__ == "__main__":
    main()
