import json
import os
import threading
import time


class Collector(threading.Thread):
    """Takes the journal in at the pace of the archive, which is slow."""

    def __init__(self):
        super().__init__(name="collector", daemon=True)
        self.end, write_end = os.pipe()
        self.file = open(write_end, "wb", buffering=8192)
        self.taken = 0

    def run(self):
        while True:
            self.taken += len(os.read(self.end, 4096))
            time.sleep(0.25)


class Journal:
    def __init__(self, file):
        self.file = file

    def write(self, **entry):
        entry["pid"] = os.getpid()
        self.file.write(json.dumps(entry).encode() + b"\n")

    def flush(self):
        self.file.flush()
