"""The archive's database, which is read through a mapping for speed."""
import contextlib
import sqlite3


class Store:
    def __init__(self, path):
        self.path = path
        self.connection = sqlite3.connect(path, check_same_thread=False)
        self.connection.execute("pragma mmap_size = 268435456")

    def fill(self, count):
        with self.connection as connection:
            connection.execute("create table if not exists page (id integer primary key, year int, body text)")
            connection.executemany("insert into page (year, body) values (?, ?)", ((1600 + n % 350, f"{n:06d} " + "memento " * 110) for n in range(count)))

    def pages(self, since):
        with contextlib.closing(self.connection.execute("select year, body from page where year >= ?", (since,))) as rows:
            yield from rows

    def backup(self, path):
        with contextlib.closing(sqlite3.connect(path)) as other:
            self.connection.backup(other)

    def close(self):
        self.connection.close()
