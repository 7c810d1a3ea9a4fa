"""A test rig: probes give samples, a logger keeps them."""

import collections
import queue
import threading


class Probe:
    def __init__(self, name):
        self.name = name
        self.samples = queue.Queue()

    def feed(self, *values):
        for value in values:
            self.samples.put(value)

    def read(self):
        return self.samples.get()


class Logger:
    def __init__(self):
        self.rows = collections.defaultdict(list)
        self._lock = threading.Lock()

    def note(self, name, value):
        with self._lock:
            self.rows[name].append(value)

    def mean(self, name):
        with self._lock:
            row = self.rows[name]
            return sum(row) / len(row)


class Rig:
    def __init__(self, *names):
        self.probes = {name: Probe(name) for name in names}
        self.logger = Logger()

    def sample(self, name):
        value = self.probes[name].read()
        self.logger.note(name, value)
        return value
