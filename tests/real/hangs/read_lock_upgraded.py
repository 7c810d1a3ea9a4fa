# Under the read lock it turns out that something is to be written; the write lock waits until nobody
# reads any more.
# https://github.com/Abhigyan-Shekhar/Waggle-mcp/issues/67
import contextlib
import threading


class ReadWriteLock:
    def __init__(self):
        self._changed = threading.Condition()
        self._readers = 0

    @contextlib.contextmanager
    def read(self):
        with self._changed:
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def write(self):
        with self._changed:
            while self._readers:
                self._changed.wait()  # <-- here
            yield


class Graph:
    def __init__(self):
        self.lock = ReadWriteLock()
        self.nodes = {}

    def node(self, name):
        with self.lock.read():
            if name not in self.nodes:
                self.add(name)  # <-- here
            return self.nodes[name]

    def add(self, name):
        with self.lock.write():  # <-- here
            self.nodes[name] = []


graph = Graph()
print("READY", flush=True)
print(graph.node("root"))
