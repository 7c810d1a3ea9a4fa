"""Tells the store of changes of its file, by watchdog."""

import os

from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer


class ReloadHandler(FileSystemEventHandler):
    def __init__(self, store):
        self.store = store

    def on_any_event(self, event):
        if event.event_type in ("moved", "modified", "created") and not event.is_directory:
            self.store.reload()


class Watcher:
    def __init__(self, store):
        self._observer = Observer()
        self._observer.name = "settings-observer"
        self._observer.schedule(ReloadHandler(store), os.path.dirname(os.path.abspath(store.path)))

    def start(self):
        self._observer.start()

    def stop(self):
        self._observer.stop()  # <-- here
        self._observer.join()
