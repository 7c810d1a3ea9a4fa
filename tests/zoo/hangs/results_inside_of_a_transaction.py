# hang: cause=deadlock confidence=likely python=3.8-3.15 text=cache.db core=no
import contextlib
import os
import sqlite3
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor


class Cache:
    def __init__(self, path):
        self.path = path
        self.local = threading.local()

    def connection(self):
        if not hasattr(self.local, "connection"):
            self.local.connection = sqlite3.connect(self.path, 7200, isolation_level=None)
        return self.local.connection

    @contextlib.contextmanager
    def transaction(self):
        run = self.connection().execute
        run("begin immediate")
        yield
        run("commit")

    def put(self, text):
        self.connection().execute("insert into texts values(?)", (text,))


def main():
    cache = Cache(os.path.join(tempfile.mkdtemp(), "cache.db"))
    cache.connection().execute("create table texts(text)")
    with ThreadPoolExecutor(2) as pool:
        with cache.transaction():
            jobs = [pool.submit(cache.put, text) for text in ("menu", "cart")]
            print("READY", flush=True)
            print([job.result() for job in jobs])  # <-- here


main()
