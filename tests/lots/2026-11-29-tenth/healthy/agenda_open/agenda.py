"""An agenda with a condition: it sleeps until the next job, or until one is added."""

import heapq
import itertools
import threading
import time


class Agenda:
    def __init__(self):
        self._changed = threading.Condition()
        self._jobs = []
        self._number = itertools.count()

    def after(self, seconds, job, *args):
        done = threading.Event()
        with self._changed:
            heapq.heappush(self._jobs, (time.monotonic() + seconds, next(self._number), job, args, done))
            self._changed.notify()
        return done

    def _next_job(self):
        with self._changed:
            while True:
                if not self._jobs:
                    self._changed.wait()
                    continue
                due = self._jobs[0][0] - time.monotonic()
                if due <= 0:
                    return heapq.heappop(self._jobs)
                self._changed.wait(due)

    def work(self):
        while True:
            _, _, job, args, done = self._next_job()
            job(*args)
            done.set()
