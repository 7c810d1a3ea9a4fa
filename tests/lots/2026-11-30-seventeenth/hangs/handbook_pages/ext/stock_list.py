"""The stock list, which the store-keeper edits while the handbook is made."""

import csv
import dataclasses
import threading
import time


@dataclasses.dataclass(frozen=True)
class Part:
    number: str
    name: str
    price: float


class StockList:
    def __init__(self):
        self.path = None
        self._parts = {}
        self._lock = threading.Lock()
        self._loaded = threading.Event()
        self._closed = threading.Event()
        self._reader = None

    def __len__(self):
        return len(self._parts)

    def open(self, path):
        self.path = path
        self._reader = threading.Thread(target=self._follow, name="stock reader", daemon=True)
        self._reader.start()
        self._loaded.wait()

    def _read_all(self):
        with open(self.path, newline="") as file:
            for row in csv.DictReader(file):
                self._parts[row["number"]] = Part(row["number"], row["name"], float(row["price"]))

    def _follow(self):
        pause = 0.0
        while not self._closed.wait(pause):
            with self._lock:
                if not self._parts:
                    self._read_all()
                    self._loaded.set()
                self._compare()
            pause = 0.01

    def _compare(self):
        """The file is on the store's share, which gives some rows a second."""
        with open(self.path, newline="") as file:
            for row in csv.DictReader(file):
                old = self._parts.get(row["number"])
                if old is None or old.price != float(row["price"]):
                    self._parts[row["number"]] = Part(
                        row["number"], row["name"], float(row["price"])
                    )
                time.sleep(0.15)

    def find(self, number):
        with self._lock:
            return self._parts.get(number)

    def close(self):
        self._closed.set()
        if self._reader is not None:
            self._reader.join()
