"""Workers for the tiles. A worker is replaced after some tiles, as the drawing library leaks."""

import contextlib
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

log = logging.getLogger("workers")


class Workers:
    def __init__(self, number, tiles_each):
        self.pool = ProcessPoolExecutor(
            max_workers=number,
            mp_context=multiprocessing.get_context("spawn"),
            max_tasks_per_child=tiles_each,
        )
        self.given = 0

    def give(self, work, tile):
        self.given += 1
        return self.pool.submit(work, tile)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.pool.shutdown()
        log.info("%d tiles given", self.given)


@contextlib.contextmanager
def workers(number, tiles_each):
    with Workers(number, tiles_each) as found:
        log.info("%d workers for %d tiles each", number, tiles_each)
        yield found
