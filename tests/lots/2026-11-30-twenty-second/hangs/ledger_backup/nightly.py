"""Copies the ledger while it is open, and tells in it how far the copy has come."""

import contextlib
import sqlite3
import tempfile
import threading
import time
from pathlib import Path


class Book:
    def __init__(self, path):
        self.path = str(path)
        with self.open() as connection:
            connection.executescript(
                "create table entries (day int, text text);"
                "create table copies (started real, remaining int, total int);"
            )
            connection.executemany(
                "insert into entries values (?, ?)", ((day, "x" * 500) for day in range(6000))
            )
            connection.commit()

    def open(self):
        return contextlib.closing(sqlite3.connect(self.path, timeout=30))


class Nightly:
    def __init__(self, book, target):
        self.book = book
        self.target = target
        self.started = time.time()

    def _progress(self, status, remaining, total):
        with self.book.open() as connection, connection:
            connection.execute("delete from copies where started = ?", (self.started,))
            connection.execute("insert into copies values (?, ?, ?)", (self.started, remaining, total))

    def run(self):
        with self.book.open() as source, contextlib.closing(sqlite3.connect(self.target)) as copy:
            source.backup(copy, pages=200, progress=self._progress, sleep=0.05)
        return Path(self.target).stat().st_size


def lamp(stop):
    while not stop.wait(1):
        pass


def main():
    stop = threading.Event()
    threading.Thread(target=lamp, args=(stop,), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        book = Book(Path(folder, "ledger.db"))
        print("copied", Nightly(book, str(Path(folder, "copy.db"))).run(), "bytes")
    stop.set()


if __name__ == "__main__":
    main()
