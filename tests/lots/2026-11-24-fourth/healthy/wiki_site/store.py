"""The texts of the wiki, kept in memory, and a thread that looks for dead links."""

import contextlib
import re
import threading
import time

LINK = re.compile(r"\[\[(\w+)\]\]")


class Store:
    def __init__(self):
        self._lock = threading.RLock()
        self._texts = {"start": "Welcome. See [[help]] and [[news]].", "help": "Back to [[start]]."}
        self.dead = set()

    @contextlib.contextmanager
    def opened(self):
        with self._lock:
            yield self._texts

    def text(self, name):
        with self.opened() as texts:
            time.sleep(0.5)
            return texts.get(name, "There is nothing yet.")

    def check(self):
        while True:
            with self.opened() as texts:
                wanted = {link for text in texts.values() for link in LINK.findall(text)}
                self.dead = wanted - set(texts)
            time.sleep(3)

    def start(self):
        threading.Thread(target=self.check, name="dead links", daemon=True).start()


store = Store()
