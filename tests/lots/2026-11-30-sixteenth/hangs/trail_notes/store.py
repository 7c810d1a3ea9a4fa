import sqlite3
from contextlib import closing
from datetime import datetime

SCHEMA = """
CREATE TABLE IF NOT EXISTS trail (id INTEGER PRIMARY KEY, name TEXT UNIQUE, metres INTEGER);
CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, trail INTEGER, text TEXT, made TEXT);
"""


class Store:
    """Notes on trails. Each part of the program has a connection of its own to the file."""

    def __init__(self, path, patience=6 * 3600):
        self.path = path
        self.patience = patience
        with closing(self.connect()) as connection:
            connection.executescript(SCHEMA)

    def connect(self):
        connection = sqlite3.connect(self.path, timeout=self.patience, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        return connection


class Book:
    def __init__(self, store):
        self.connection = store.connect()

    def trail(self, name, metres):
        return self.connection.execute("INSERT INTO trail (name, metres) VALUES (?, ?)", (name, metres)).lastrowid

    def write(self, trail, text):
        made = datetime.now().isoformat()
        self.connection.execute("INSERT INTO note (trail, text, made) VALUES (?, ?, ?)", (trail, text, made))

    def number(self):
        return self.connection.execute("SELECT count(*) FROM note").fetchone()[0]


class Reader:
    def __init__(self, store):
        self.connection = store.connect()

    def latest(self, trail):
        rows = self.connection.execute("SELECT text, made FROM note WHERE trail = ? ORDER BY id DESC", (trail,))
        for text, made in rows:
            yield f"{made[:10]} {text}"


class Keeper:
    """Brings what was written into the main file, so that it can be copied."""

    def __init__(self, store):
        self.connection = store.connect()

    def tidy(self):
        busy, pages, moved = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy and pages == moved
