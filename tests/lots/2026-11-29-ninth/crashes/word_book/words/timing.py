"""Tells how long functions take."""

import functools
import logging
import time

log = logging.getLogger("words.timing")


def timed(function):
    @functools.wraps(function)
    def wrapper(*values, **named):
        start = time.perf_counter()
        try:
            return function(*values, **named)
        finally:
            log.info("%s: %.3f s", function.__name__, time.perf_counter() - start)

    return wrapper
