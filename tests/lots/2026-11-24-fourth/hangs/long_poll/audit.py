"""Who did what, written down by a thread of its own."""

import collections
import functools
import queue
import threading
import time


class Audit(threading.Thread):
    def __init__(self):
        super().__init__(name="audit", daemon=True)
        self.records = queue.Queue()
        self.counts = collections.Counter()

    def run(self):
        while True:
            try:
                at, name = self.records.get(timeout=0.5)
            except queue.Empty:
                self.counts["idle"] += 1
            else:
                self.counts[name] += 1
                self.last = at

    def note(self, name):
        self.records.put((time.time(), name))


def audited(method):
    @functools.wraps(method)
    async def wrapper(self, kind, *arguments):
        self.audit.note(kind)
        return await method(self, kind, *arguments)

    return wrapper
