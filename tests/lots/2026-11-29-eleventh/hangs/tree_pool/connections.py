"""Connections to a database, of which there are few: who needs one takes it, and puts it back."""

import contextlib
import queue
import sqlite3


class Connections:
    def __init__(self, path, number):
        self.idle = queue.LifoQueue()
        for _ in range(number):
            connection = sqlite3.connect(path, check_same_thread=False)
            connection.row_factory = sqlite3.Row
            self.idle.put(connection)

    @contextlib.contextmanager
    def one(self):
        connection = self.idle.get()
        try:
            yield connection
        finally:
            self.idle.put(connection)
