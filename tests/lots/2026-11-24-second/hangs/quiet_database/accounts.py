"""Questions to the database of accounts."""

import contextlib
import functools

import psycopg


def transaction(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        with self.connection() as connection:
            return method(self, connection.cursor(), *args)

    return wrapper


class Accounts:
    def __init__(self, port):
        self.where = f"host=127.0.0.1 port={port} user=shop dbname=shop sslmode=disable"

    @contextlib.contextmanager
    def connection(self):
        connection = psycopg.connect(self.where, autocommit=True)
        try:
            yield connection
        finally:
            connection.close()

    @transaction
    def count(self, cursor):
        return int(cursor.execute("SELECT count(*) FROM accounts").fetchone()[0])

    @transaction
    def names(self, cursor):
        return [name for (name,) in cursor.execute("SELECT name FROM accounts")]  # <-- here
