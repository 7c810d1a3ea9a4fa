"""One connection for all threads; SQLite is built for that."""

import sqlite3


class Store:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        self.connection.executescript(
            """
            CREATE TABLE rates (currency TEXT PRIMARY KEY, rate REAL);
            CREATE TABLE entries (number INTEGER PRIMARY KEY, currency TEXT, amount REAL);
            """
        )

    def function(self, name, function):
        self.connection.create_function(name, 1, function)

    def fill(self, entries):
        currencies = [("EUR", 1.0), ("SEK", 0.09), ("DKK", 0.13), ("PLN", 0.23)]
        self.connection.executemany("INSERT INTO rates VALUES (?, ?)", currencies)
        self.connection.executemany(
            "INSERT INTO entries (currency, amount) VALUES (?, ?)",
            ((currencies[at % 4][0], at % 97 / 10) for at in range(entries)),
        )
        self.connection.commit()

    def rows(self, statement, *values):
        return self.connection.execute(statement, values).fetchall()
