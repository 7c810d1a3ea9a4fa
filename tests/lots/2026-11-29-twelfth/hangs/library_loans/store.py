"""The loans of a library, in a database that several programs use."""

import contextlib
import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS books (id INTEGER PRIMARY KEY, title TEXT, free INTEGER);
CREATE TABLE IF NOT EXISTS loans (book INTEGER, reader TEXT, day INTEGER);
CREATE TABLE IF NOT EXISTS fines (reader TEXT, cents INTEGER);
"""
PATIENCE = 24 * 3600  # other programs may take their time


class Store:
    def __init__(self, path):
        self.path = path
        with contextlib.closing(self.connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(SCHEMA)

    def connect(self):
        return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)

    @contextlib.contextmanager
    def transaction(self):
        """A connection within BEGIN IMMEDIATE and COMMIT."""
        connection = self.connect()
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        finally:
            connection.close()

    def add_books(self, titles):
        with self.transaction() as connection:
            connection.executemany(
                "INSERT INTO books (title, free) VALUES (?, 3)", [(title,) for title in titles]
            )
