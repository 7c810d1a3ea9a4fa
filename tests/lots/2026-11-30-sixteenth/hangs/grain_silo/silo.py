import threading
from functools import wraps
from multiprocessing.managers import BaseManager


def exclusive(method):
    @wraps(method)
    def run(self, *args):
        with self._monitor:
            return method(self, *args)

    return run


class Silo:
    def __init__(self, tonnes):
        self.tonnes = tonnes
        self._monitor = threading.RLock()
        self._grown = threading.Semaphore(0)
        self._level = 0
        self._log = []

    @exclusive
    def fill(self, tonnes):
        if self._level + tonnes > self.tonnes:
            return False
        self._level += tonnes
        self._log.append(("fill", tonnes))
        for _ in range(tonnes):
            self._grown.release()
        return True

    @exclusive
    def draw(self, tonnes):
        """Waits until there is as much."""
        for _ in range(tonnes):
            self._grown.acquire()
        self._level -= tonnes
        self._log.append(("draw", tonnes))
        return self._level

    @exclusive
    def level(self):
        return self._level

    @exclusive
    def history(self):
        return list(self._log)


class SiloManager(BaseManager):
    pass


SiloManager.register("Silo", Silo)
