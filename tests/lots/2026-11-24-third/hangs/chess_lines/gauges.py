"""What the game does, in numbers: counters, spans of time, and a thread that looks at them."""

import collections
import contextlib
import functools
import threading
import time


class Gauges(threading.Thread):
    """Looks at the counters every 2.0 s and keeps the last 100 of what it saw."""

    def __init__(self, name, pause=2.0):
        super().__init__(name=name, daemon=True)
        self.pause = pause
        self.counters = collections.Counter()
        self.spans = collections.defaultdict(list)
        self.history = collections.deque(maxlen=100)
        self._ending = threading.Event()

    def run(self):
        while not self._ending.wait(self.pause):
            self.history.append((time.monotonic(), dict(self.counters)))

    def end(self):
        self._ending.set()
        self.join()

    def rate(self, what):
        if len(self.history) < 2:
            return 0.0
        (start, before), (now, after) = self.history[0], self.history[-1]
        return (after.get(what, 0) - before.get(what, 0)) / (now - start)

    def slowest(self, number=3):
        means = {what: sum(times) / len(times) for what, times in self.spans.items()}
        return sorted(means.items(), key=lambda item: item[1], reverse=True)[:number]


gauges = Gauges("chess-lines-gauges")


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        gauges.counters[function.__qualname__] += 1
        with span(function.__qualname__):
            return function(*args, **kwargs)

    return wrapper


@contextlib.contextmanager
def span(what):
    started = time.monotonic()
    try:
        yield
    finally:
        gauges.spans[what].append(time.monotonic() - started)


@contextlib.contextmanager
def running():
    gauges.start()
    try:
        yield gauges
    finally:
        gauges.end()
