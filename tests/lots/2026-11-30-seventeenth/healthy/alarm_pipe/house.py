"""A house of sensors: signals write to a pipe, and the loop reads it."""

import os
import select
import signal
import threading


class House:
    def __init__(self):
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.writer, False)
        self.rooms = []
        self.lock = threading.RLock()

    def on_signal(self, number, frame):
        with self.lock:
            os.write(self.writer, bytes([number]))

    def watch(self, numbers):
        for number in numbers:
            signal.signal(number, self.on_signal)

    def events(self):
        """Yields what happens, as it happens."""
        poller = select.poll()
        poller.register(self.reader, select.POLLIN)
        while True:
            for _, _ in poller.poll():
                yield from os.read(self.reader, 16)
