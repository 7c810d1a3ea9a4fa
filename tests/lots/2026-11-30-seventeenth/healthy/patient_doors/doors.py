import contextlib
import threading
import time


class Busy(Exception):
    pass


class Door:
    """A lock that one waits for as long as one's patience lasts."""

    def __init__(self, name):
        self.name = name
        self._lock = threading.Lock()
        self.inside = None

    @contextlib.contextmanager
    def entered(self, who, patience):
        if not self._lock.acquire(timeout=patience):
            raise Busy(f"{self.name}: {self.inside} is in")
        self.inside = who
        try:
            yield
        finally:
            self.inside = None
            self._lock.release()


def until_entered(door, who, patience, tries=100):
    """Drives the door's context manager until it lets one in."""
    for number in range(tries):
        stack = contextlib.ExitStack()
        try:
            stack.enter_context(door.entered(who, patience))
            return stack, number
        except Busy:
            time.sleep(0.3)
    raise TimeoutError(door.name)
