"""A herbarium in sqlite: one connection for all threads, as sqlite is compiled threadsafe."""

import sqlite3


class Herbarium:
    def __init__(self, path=":memory:"):
        self.connection = sqlite3.connect(path, check_same_thread=False)
        self.connection.executescript(
            """
            CREATE TABLE mosses (name TEXT, place TEXT, height INTEGER);
            CREATE TABLE places (name TEXT PRIMARY KEY, metres INTEGER);
            """
        )

    def fill(self, mosses, places):
        self.connection.executemany("INSERT INTO mosses VALUES (?, ?, ?)", mosses)
        self.connection.executemany("INSERT INTO places VALUES (?, ?)", places)
        self.connection.commit()

    def metres_of(self, place):
        row = self.connection.execute("SELECT metres FROM places WHERE name = ?", (place,)).fetchone()
        return row[0] if row else None

    def above(self, metres):
        rows = self.connection.execute(
            "SELECT name, place FROM mosses WHERE above(place, ?) ORDER BY name", (metres,)
        )
        return rows.fetchall()
