"""The log of the service of cities: written by a thread of its own, so that nobody waits for it."""

import contextlib
import json
import logging
import logging.handlers
import queue
import sys
import time


class Lines(logging.Formatter):
    """One object of JSON a line."""

    def format(self, record):
        entry = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "thread": record.threadName,
            "text": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class Seldom(logging.Filter):
    """The same text at most once in 2.0 s."""

    def __init__(self, pause=2.0):
        super().__init__()
        self.pause = pause
        self.last = {}

    def filter(self, record):
        now = time.monotonic()
        if now - self.last.get(record.msg, -self.pause) < self.pause:
            return False
        self.last[record.msg] = now
        return True


log = logging.getLogger("city_lookup")


@contextlib.contextmanager
def logging_to_stderr(level=logging.INFO):
    records = queue.SimpleQueue()
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(Lines())
    out.addFilter(Seldom())
    listener = logging.handlers.QueueListener(records, out)
    handler = logging.handlers.QueueHandler(records)
    log.setLevel(level)
    log.addHandler(handler)
    log.propagate = False
    listener.start()
    try:
        yield log
    finally:
        log.removeHandler(handler)
        listener.stop()
