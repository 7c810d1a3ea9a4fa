import contextlib
import sqlite3


class Store:
    def __init__(self, path):
        self.path = path
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE reading (station TEXT, hour INTEGER, level REAL)")

    @contextlib.contextmanager
    def session(self):
        """One for whoever writes: what it wrote is there for others when it ends."""
        connection = sqlite3.connect(self.path, isolation_level="EXCLUSIVE", timeout=30)
        try:
            yield connection
            connection.commit()
        finally:
            connection.close()

    def copy_to(self, path, told=None):
        source = sqlite3.connect(self.path)
        target = sqlite3.connect(path)
        with contextlib.closing(source), contextlib.closing(target):
            source.backup(target, pages=16, progress=told)
        return path
