"""What to do at which level."""

import logging

log = logging.getLogger(__name__)


class Warn:
    def __init__(self, level):
        self.level = level

    def __call__(self, gauge, level):
        if level >= self.level:
            log.warning("the level is %.2f", level)


class CloseAt:
    """High water: the gauge is taken out before it is flooded."""

    def __init__(self, level):
        self.level = level

    def __call__(self, gauge, level):
        if level >= self.level:
            gauge.close()


def parse(text):
    """`warn 2.5; close 4` and the like."""
    kinds = {"warn": Warn, "close": CloseAt}
    for part in text.split(";"):
        kind, level = part.split()
        yield kinds[kind](float(level))
