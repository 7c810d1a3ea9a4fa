"""The index of the archive is in SQLite, the mails in one file, which is locked to change it."""

import contextlib
import fcntl
import sqlite3


class Archive:
    def __init__(self, index, box):
        self.db = sqlite3.connect(index, timeout=86400, isolation_level=None)
        self.box = box

    def create(self):
        self.db.execute("CREATE TABLE IF NOT EXISTS mails (id INTEGER PRIMARY KEY, at, size)")

    @contextlib.contextmanager
    def transaction(self):
        self.db.execute("BEGIN IMMEDIATE")  # <-- here
        try:
            yield self.db
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    @contextlib.contextmanager
    def locked_box(self):
        with open(self.box, "ab+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # <-- here
            yield file
