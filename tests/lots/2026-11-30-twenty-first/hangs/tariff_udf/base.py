"""One connection to the base, for all threads."""

import sqlite3
import time


class Base:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self.connection.executescript("""
            create table rates (currency text primary key, rate real);
            create table goods (id integer primary key, price real, currency text);
        """)

    def function(self, name, count, function):
        self.connection.create_function(name, count, function)

    def query(self, text, *values):
        return self.connection.execute(text, values).fetchall()

    def fill(self, goods):
        self.connection.execute("begin")
        for rate in (("EUR", 1.0), ("SEK", 0.09), ("GBP", 1.17), ("PLN", 0.23)):
            self.connection.execute("insert into rates values (?, ?)", rate)
        self.connection.executemany("insert into goods values (?, ?, ?)", goods)
        self.connection.execute("commit")


def slowly(function, seconds=0.0004):
    def call(*args):
        time.sleep(seconds)
        return function(*args)

    return call
