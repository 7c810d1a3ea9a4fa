import collections
import contextlib
import queue
import sqlite3
import threading


class Pool:
    """Connections to one database; they are made by a worker, as making them is slow."""

    def __init__(self, path, size, configure=None):
        self.path = path
        self.size = size
        self.configure = configure
        self._idle = collections.deque()
        self._made = 0
        self._asked = 0
        self._changed = threading.Condition()
        self._tasks = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="pool-worker", daemon=True)
        self._worker.start()

    def _work(self):
        while True:
            task = self._tasks.get()
            if task is None:
                return
            task()

    def _add_one(self):
        connection = sqlite3.connect(self.path, check_same_thread=False)
        if self.configure is not None:
            self.configure(self, connection)
        with self._changed:
            self._made += 1
            self._idle.append(connection)
            self._changed.notify()

    def get(self):
        with self._changed:
            if not self._idle and self._asked < self.size:
                self._asked += 1
                self._tasks.put(self._add_one)
            while not self._idle:
                self._changed.wait()
            return self._idle.popleft()

    def put(self, connection):
        connection.rollback()
        with self._changed:
            self._idle.append(connection)
            self._changed.notify()

    @contextlib.contextmanager
    def connection(self):
        connection = self.get()
        try:
            yield connection
            connection.commit()
        finally:
            self.put(connection)

    def close(self):
        self._tasks.put(None)
        self._worker.join()
        with self._changed:
            while self._idle:
                self._idle.popleft().close()
