"""The log of the harbour, written by a thread, so that nobody waits for the disk."""

import queue
import tempfile
import threading
import time


class LogBook(threading.Thread):
    def __init__(self):
        super().__init__(name="log book", daemon=True)
        self.entries = queue.SimpleQueue()
        self.written = 0

    def note(self, text):
        self.entries.put(f"{time.strftime('%H:%M:%S')} {text}")

    def run(self):
        with tempfile.TemporaryFile("w") as file:
            while True:
                file.write(self.entries.get() + "\n")
                file.flush()
                self.written += 1
