"""Draughts of ships from a database, with a number for those that it does not have."""

import sqlite3

CONNECTION = sqlite3.connect(":memory:")
CONNECTION.execute("create table ships (number integer primary key, draught real)")
CONNECTION.executemany(
    "insert into ships values (?, ?)", [(number, 3.0 + number % 7 * 0.8) for number in range(100, 140)]
)


def draught_of(number):
    row = CONNECTION.execute("select draught from ships where number = ?", (int(number),)).fetchone()
    return row[0] if row else -1.0
