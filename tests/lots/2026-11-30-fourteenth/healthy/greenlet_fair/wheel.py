"""A wheel of time for greenlets: they sleep, and wake in the order in which they wished to."""

import heapq
import itertools
import time

from greenlet import getcurrent, greenlet


class Wheel:
    def __init__(self):
        self.queue = []
        self.count = itertools.count()
        self.main = getcurrent()
        self.begun = time.monotonic()

    def now(self):
        return time.monotonic() - self.begun

    def _push(self, when, task):
        heapq.heappush(self.queue, (when, next(self.count), task))

    def spawn(self, function, *arguments):
        self._push(self.now(), greenlet(lambda: function(*arguments), self.main))

    def sleep(self, seconds):
        self._push(self.now() + seconds, getcurrent())
        self.main.switch()

    def ready(self, task):
        self._push(self.now(), task)

    def park(self):
        """Until somebody says ready()."""
        self.main.switch()

    def run(self):
        while self.queue:
            when, _, task = heapq.heappop(self.queue)
            pause = when - self.now()
            if pause > 0:
                time.sleep(pause)
            task.switch()


class Counter:
    """Who comes first is served first, one at a time."""

    def __init__(self, wheel):
        self.wheel = wheel
        self.busy = False
        self.waiting = []

    def __enter__(self):
        while self.busy:
            self.waiting.append(getcurrent())
            self.wheel.park()
        self.busy = True
        return self

    def __exit__(self, *exc):
        self.busy = False
        if self.waiting:
            self.wheel.ready(self.waiting.pop(0))
