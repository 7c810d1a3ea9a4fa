"""Pictures of different sizes, painted in a thread while others are on their way."""

import queue
import threading
import time

SIZES = {"/dot": (".", 10), "/line": ("-", 500), "/wall": ("#", 20000), "/sky": ("~", 300)}


class Painter(threading.Thread):
    def __init__(self):
        super().__init__(name="painter", daemon=True)
        self.ready = queue.Queue(2)

    def run(self):
        for path, (brush, size) in SIZES.items():
            self.ready.put((path, self.paint(brush, size)))
        self.ready.put(None)
        while True:
            time.sleep(1)

    def paint(self, brush, size):
        return b"".join(brush.encode() for _ in range(size))

    def __iter__(self):
        while (picture := self.ready.get()) is not None:
            yield picture
