"""Jobs that take minutes."""

import contextlib
import functools
import logging
import threading
import time

log = logging.getLogger("jobs")


class Share:
    """A far share, which takes one connection at a time."""

    def __init__(self):
        self._connection = threading.Lock()
        self.written = 0

    @contextlib.contextmanager
    def connected(self):
        with self._connection:
            time.sleep(1)
            yield self

    def write(self, text):
        time.sleep(3)
        self.written += len(text)


share = Share()


def logged(function):
    @functools.wraps(function)
    def wrapper(name):
        log.info("%s begins", name)
        try:
            return function(name)
        finally:
            log.info("%s ends", name)

    return wrapper


@logged
def archive(name):
    for _ in range(30):
        with share.connected() as connection:
            connection.write(name)
    return share.written
