"""The pools that all of the survey uses."""

import functools
import logging

from pathos.pools import ThreadPool

log = logging.getLogger("tiles.pools")
WORKERS = 3


def parallel(function):
    """A function of one thing becomes a function of many, which are done in parallel."""

    @functools.wraps(function)
    def of_many(things):
        things = list(things)
        pool = ThreadPool(WORKERS)
        log.debug("%s: %d things for %s", function.__name__, len(things), pool)
        return pool.map(function, things)

    of_many.single = function
    return of_many
