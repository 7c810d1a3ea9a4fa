import contextlib
import fcntl
import json
import pathlib
import time


class Store:
    """Values in a file; an flock keeps other processes out while a snapshot is made."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder, "values.json")
        self.path.write_text("{}")
        self.lock = pathlib.Path(folder, "lock")

    @contextlib.contextmanager
    def locked(self):
        with open(self.lock, "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def put(self, key, value):
        with self.locked():
            values = json.loads(self.path.read_text())
            values[key] = value
            self.path.write_text(json.dumps(values))

    def snapshot(self, seconds):
        with self.locked():
            values = json.loads(self.path.read_text())
            time.sleep(seconds)
        return len(values)
