"""Everything that is printed also goes to the run's record."""

import contextlib
import sys
import threading


class Capture:
    """Stands in for a text stream, and tells its listeners what is written to it."""

    def __init__(self, stream):
        self.stream = stream
        self.lock = threading.Lock()
        self.listeners = []
        self.written = 0

    def write(self, text):
        with self.lock:
            self.written += self.stream.write(text)
            for listener in self.listeners:
                listener(text)
        return len(text)

    def flush(self):
        self.stream.flush()

    def __getattr__(self, name):
        return getattr(self.stream, name)


@contextlib.contextmanager
def captured(*listeners):
    before = sys.stdout
    sys.stdout = capture = Capture(before)
    capture.listeners += listeners
    try:
        yield capture
    finally:
        sys.stdout = before
