"""Sends measurements up, in batches, by a thread of its own."""

import atexit
import logging
import queue
import threading
import time

log = logging.getLogger("uplink")
STOP = object()


class Uplink:
    def __init__(self, transport, batch=20):
        self._queue = queue.Queue()
        self._transport = transport
        self._batch = batch
        self._thread = threading.Thread(target=self._run, name="uplink")
        self._thread.start()
        atexit.register(self.close)

    def send(self, **values):
        self._queue.put({"at": time.time(), **values})

    def close(self):
        """Sends what is left, and ends the thread."""
        self._queue.put(STOP)
        self._thread.join()

    def _run(self):
        batch = []
        while True:
            item = self._queue.get()  # <-- here
            if item is not STOP:
                batch.append(item)
            if len(batch) == self._batch or (batch and item is STOP):
                self._transport(batch)
                batch = []
            if item is STOP:
                return
