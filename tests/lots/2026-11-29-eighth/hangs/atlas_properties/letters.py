"""An index of names by their letters, made in a thread beside the pages."""

import collections
import queue
import threading


class Index(threading.Thread):
    def __init__(self):
        super().__init__(name="index", daemon=True)
        self.names = queue.Queue()
        self.by_letter = collections.defaultdict(list)

    def add(self, *names):
        for name in names:
            self.names.put(name)

    def run(self):
        while True:
            name = self.names.get()
            for letter in sorted(set(name.lower())):
                self.by_letter[letter].append(name)
            self.names.task_done()

    def __str__(self):
        return ", ".join(f"{letter}: {len(names)}" for letter, names in sorted(self.by_letter.items()))
