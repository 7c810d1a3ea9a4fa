import threading
import time

from events import BUMP, DONE


class Loader(threading.Thread):
    """Makes the pictures of a table while the title is shown."""

    def __init__(self, events, names):
        super().__init__(name="loader", daemon=True)
        self.events = events
        self.names = names
        self.pictures = {}

    def run(self):
        for name in self.names:
            time.sleep(0.1)
            self.pictures[name] = bytes(64 * 64 * 4)
            self.events.post(BUMP, part=name)
        self.events.post(DONE, count=len(self.pictures))
