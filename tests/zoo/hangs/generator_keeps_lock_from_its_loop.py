# hang: cause=self-deadlock confidence=certain|likely python=3.8-3.15
import threading


class Table:
    def __init__(self):
        self.lock = threading.Lock()
        self.cells = {"a": 1, "b": 2}

    def rows(self):
        with self.lock:  # <-- here
            yield from list(self.cells.items())

    def update(self, key, value):
        with self.lock:  # <-- here
            self.cells[key] = value


table = Table()
print("READY", flush=True)
for key, value in table.rows():
    table.update(key, value + 1)
