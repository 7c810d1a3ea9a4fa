"""An agenda: calls functions at their time, in a thread."""

import heapq
import itertools
import threading
import time


class Agenda:
    def __init__(self):
        self._changed = threading.Condition()
        self._jobs = []
        self._number = itertools.count()
        self._stopped = False
        self._thread = threading.Thread(target=self._work, name="agenda", daemon=True)
        self._thread.start()

    def after(self, seconds, job, *args):
        done = threading.Event()
        with self._changed:
            heapq.heappush(self._jobs, (time.monotonic() + seconds, next(self._number), job, args, done))
            if len(self._jobs) > 1:
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

    def _work(self):
        while not self._stopped:
            _, _, job, args, done = self._next_job()
            job(*args)
            done.set()
