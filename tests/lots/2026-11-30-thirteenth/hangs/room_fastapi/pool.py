import contextlib
import queue
import os
import sqlite3
import tempfile


class Connections:
    """A few connections to the database of bookings, made at the start."""

    def __init__(self, number):
        self.idle = queue.LifoQueue()
        self.folder = tempfile.TemporaryDirectory(prefix="rooms-")
        for _ in range(number):
            self.idle.put(self.connect())
        with self.one() as connection:
            connection.execute("CREATE TABLE booking (room TEXT, guest TEXT)")

    def connect(self):
        path = os.path.join(self.folder.name, "rooms.sqlite")
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    @contextlib.contextmanager
    def one(self):
        connection = self.idle.get()
        try:
            yield connection
        finally:
            self.idle.put(connection)
