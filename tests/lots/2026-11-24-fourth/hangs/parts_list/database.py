"""The parts lists of a factory, in SQLite."""

import contextlib
import sqlite3
import threading

PARTS = """
WITH RECURSIVE needed(part, depth) AS (
    SELECT :part, 0
    UNION ALL
    SELECT contains.inner, needed.depth + 1
    FROM contains JOIN needed ON contains.outer = needed.part
)
SELECT count(*), max(depth) FROM needed
"""


class Database:
    def __init__(self, path):
        self.path = path
        self.local = threading.local()
        with self.cursor() as cursor:
            cursor.execute("CREATE TABLE contains (outer TEXT, inner TEXT)")

    @contextlib.contextmanager
    def cursor(self):
        if not hasattr(self.local, "connection"):
            self.local.connection = sqlite3.connect(self.path)
        with self.local.connection:
            yield self.local.connection.cursor()

    def add(self, outer, *inner):
        with self.cursor() as cursor:
            cursor.executemany("INSERT INTO contains VALUES (?, ?)", [(outer, i) for i in inner])

    def explode(self, part):
        with self.cursor() as cursor:
            return cursor.execute(PARTS, {"part": part}).fetchone()
