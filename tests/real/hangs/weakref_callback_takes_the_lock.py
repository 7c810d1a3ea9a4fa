# Clearing a cache under its lock drops the last reference to a value; the callback of its weak
# reference takes the same lock.
# https://github.com/eventlet/eventlet/issues/742
import threading
import weakref


class Session:
    pass


class Registry:
    def __init__(self):
        self.lock = threading.Lock()
        self.sessions = {}
        self.alive = []

    def add(self, name):
        session = Session()
        self.sessions[name] = session
        self.alive.append(weakref.ref(session, self.forget))

    def forget(self, reference):
        with self.lock:  # <-- here
            self.alive.remove(reference)

    def close(self):
        with self.lock:
            self.sessions.clear()  # <-- here


registry = Registry()
registry.add("first")
print("READY", flush=True)
registry.close()
