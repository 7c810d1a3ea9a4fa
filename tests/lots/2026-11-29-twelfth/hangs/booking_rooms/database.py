"""Connections to the database, from a pool."""

import contextlib
import sqlite3

from dbutils.pooled_db import PooledDB

SCHEMA = """
CREATE TABLE rooms (name TEXT PRIMARY KEY, seats INTEGER);
CREATE TABLE bookings (room TEXT, hour INTEGER, who TEXT, UNIQUE (room, hour));
INSERT INTO rooms VALUES ('Ash', 4), ('Beech', 8), ('Cedar', 20);
"""


class Database:
    def __init__(self, path, connections):
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.executescript(SCHEMA)
        self.pool = PooledDB(
            sqlite3,
            maxconnections=connections,
            blocking=True,
            database=path,
            check_same_thread=False,
        )

    @contextlib.contextmanager
    def cursor(self):
        connection = self.pool.connection()
        try:
            cursor = connection.cursor()
            yield cursor
            connection.commit()
        finally:
            connection.close()

    def rows(self, query, *values):
        with self.cursor() as cursor:
            cursor.execute(query, values)
            return cursor.fetchall()
