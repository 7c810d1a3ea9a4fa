"""What the client does, in numbers: counters, spans of time, and a thread that looks at them."""

import collections
import contextlib
import functools
import threading
import time


class Observer(threading.Thread):
    """Looks at the counters every 0.7 s and keeps the last 12 of what it saw."""

    def __init__(self, name, pause=0.7):
        super().__init__(name=name, daemon=True)
        self.pause = pause
        self.counters = collections.Counter()
        self.spans = collections.defaultdict(list)
        self.history = collections.deque(maxlen=12)
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


observer = Observer("cloud-jobs-stats")


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        observer.counters[function.__qualname__] += 1
        with span(function.__qualname__):
            return function(*args, **kwargs)

    return wrapper


@contextlib.contextmanager
def span(what):
    started = time.monotonic()
    try:
        yield
    finally:
        observer.spans[what].append(time.monotonic() - started)


@contextlib.contextmanager
def running():
    observer.start()
    try:
        yield observer
    finally:
        observer.end()
