"""Looks at a folder every second and a half; what has come goes to the workers."""

import os
import queue
import threading


class Watcher(threading.Thread):
    def __init__(self, folder, every=1.5):
        super().__init__(name="watcher", daemon=True)
        self.folder = folder
        self.every = every
        self.stop = threading.Event()
        self.seen = {}
        self.found = queue.Queue(maxsize=2)

    def changes(self):
        with os.scandir(self.folder) as entries:
            for entry in entries:
                changed = entry.stat().st_mtime_ns
                if self.seen.get(entry.name) != changed:
                    self.seen[entry.name] = changed
                    yield entry.path

    def run(self):
        while not self.stop.wait(self.every):
            for path in list(self.changes()):
                self.found.put(path)


class Worker(threading.Thread):
    def __init__(self, name, watcher, shelf):
        super().__init__(name=name, daemon=True)
        self.watcher = watcher
        self.shelf = shelf

    def run(self):
        while True:
            path = self.watcher.found.get()
            with self.shelf.lock:
                self.shelf.store(path)
            self.watcher.found.task_done()
