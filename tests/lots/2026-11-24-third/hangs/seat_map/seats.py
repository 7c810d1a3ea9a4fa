import time

from rwlock import ReadWriteLock
import figures


class Full(Exception):
    pass


class Hall:
    def __init__(self, seats):
        self.lock = ReadWriteLock()
        self.taken = dict.fromkeys(range(seats))

    @figures.counted
    def free(self):
        with self.lock.reading():
            return [seat for seat, owner in self.taken.items() if owner is None]

    @figures.counted
    def book(self, owner):
        with self.lock.reading():
            seat = self._best()
            with self.lock.writing_after_reading():
                self.taken[seat] = owner
        return seat

    def _best(self):
        time.sleep(0.4)
        for seat, owner in self.taken.items():
            if owner is None:
                return seat
        raise Full
