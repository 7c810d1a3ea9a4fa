import atexit
import json
import queue
import threading


class Audit:
    """Writes what happened into a file, in a thread, and all of it before the end."""

    def __init__(self, path):
        self.path = path
        self._events = queue.Queue()
        self._thread = threading.Thread(target=self._write, name="audit", daemon=True)
        self._thread.start()
        atexit.register(self.flush)

    def event(self, kind, **fields):
        self._events.put({"kind": kind, **fields})

    def flush(self):
        self._events.join()

    def _write(self):
        with open(self.path, "a") as file:
            while True:
                event = self._events.get()
                file.write(json.dumps(event) + "\n")
                file.flush()
                self._events.task_done()
