"""Counts words in the background."""

import collections
import queue
import threading


class Words(threading.Thread):
    def __init__(self):
        super().__init__(name="words", daemon=True)
        self.waiting = queue.Queue()
        self.counts = collections.Counter()

    def add(self, lines):
        self.waiting.put(lines)

    def run(self):
        while True:
            for line in self.waiting.get():
                self.counts.update(line.split())

    def most(self):
        return [word for word, _ in self.counts.most_common(1)]
