import sqlite3


class Refused(Exception):
    pass


class Table:
    def __init__(self, path=":memory:"):
        self.db = sqlite3.connect(path, check_same_thread=False)
        self.db.execute(
            "CREATE TABLE readings (sensor TEXT NOT NULL, at INTEGER, value REAL CHECK (value < 900))"
        )

    def insert(self, rows):
        try:
            with self.db:
                self.db.executemany("INSERT INTO readings VALUES (?, ?, ?)", rows)
        except sqlite3.IntegrityError as error:
            raise Refused(str(error)) from error

    def count(self):
        return self.db.execute("SELECT count(*) FROM readings").fetchone()[0]
