"""A warehouse whose only crane fetches one box after the other."""

import contextlib
import threading
import time


class Crane:
    def __init__(self, seconds_per_row):
        self.seconds_per_row = seconds_per_row
        self._lock = threading.Lock()
        self.at = 0
        self.moves = 0

    @contextlib.contextmanager
    def reserved(self):
        with self._lock:
            yield self
            self.moves += 1

    def drive(self, row):
        while self.at != row:
            time.sleep(self.seconds_per_row)
            self.at += 1 if row > self.at else -1


class Warehouse:
    def __init__(self):
        self.crane = Crane(1.2)
        self.boxes = {f"box-{n}": (n * 7) % 16 for n in range(40)}
        self.taken = {}

    def fetch(self, box, who):
        with self.crane.reserved() as crane:
            crane.drive(self.boxes[box])
            self.taken[box] = who
            crane.drive(0)
        return f"{box} for {who}"

    def state(self):
        return {"moves": self.crane.moves, "at": self.crane.at, "taken": len(self.taken)}
