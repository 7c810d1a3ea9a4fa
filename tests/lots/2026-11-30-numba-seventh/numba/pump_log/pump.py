"""A pump with a tank behind it."""

import logging

from numba import njit

log = logging.getLogger("pump")


@njit
def run(inflow, level, low, high):
    running = False
    starts = 0
    for minute in range(len(inflow)):
        level += inflow[minute]
        if level > high and not running:
            running = True
            starts += 1
        elif level < low and running:
            running = False
        if running:
            level -= 2.5
        if level > 1.5 * high:
            log.warning("overflow")
            level = 1.5 * high
    return starts
