"""A sink that sends lines to a far place."""

import contextlib
import time


class FarSink:
    def __init__(self, seconds):
        self.seconds = seconds
        self.sent = 0

    def __call__(self, message):
        with self.connection():
            self.sent += 1

    @contextlib.contextmanager
    def connection(self):
        time.sleep(self.seconds / 2)
        yield
        time.sleep(self.seconds / 2)
