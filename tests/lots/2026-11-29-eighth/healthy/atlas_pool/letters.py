"""How names are spelt: work for a thread beside the pages."""

import collections
import queue
import threading


class Letters(threading.Thread):
    def __init__(self):
        super().__init__(name="letters", daemon=True)
        self.names = queue.Queue()
        self.counts = collections.Counter()

    def add(self, name):
        self.names.put(name)
        return name

    def run(self):
        while True:
            self.counts.update(self.names.get().lower())
            self.names.task_done()

    def common(self, count):
        self.names.join()
        return "".join(letter for letter, _ in self.counts.most_common(count))
