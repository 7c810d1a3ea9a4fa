"""Which ship is known for what? A small register in memory."""

import sqlite3


class Register:
    def __init__(self, ships):
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute("create table ships (number integer primary key, draught real, crew integer)")
        self.connection.executemany("insert into ships values (?, ?, ?)", ships)

    def draught(self, number):
        row = self.connection.execute("select draught from ships where number = ?", (number,)).fetchone()
        return row[0] if row else None


REGISTER = Register([(number, 3.0 + number % 7 * 0.8, 12 + number % 5) for number in range(100, 140)])


def draught_of(number):
    return REGISTER.draught(int(number))
