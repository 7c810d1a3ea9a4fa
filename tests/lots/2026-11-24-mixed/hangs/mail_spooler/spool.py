"""The spool: messages wait here until the sender has time for them."""

import collections
import dataclasses
import logging
import queue
import threading
import time

log = logging.getLogger("spool")


@dataclasses.dataclass
class Message:
    sender: str
    recipient: str
    text: str
    attempts: int = 0
    created: float = dataclasses.field(default_factory=time.monotonic)


class Statistics:
    def __init__(self):
        self._counts = collections.Counter()
        self._lock = threading.Lock()

    def count(self, what):
        with self._lock:
            self._counts[what] += 1

    def snapshot(self):
        with self._lock:
            return dict(self._counts)


class Sender:
    """Takes messages from the spool, one at a time, and hands them to a transport."""

    def __init__(self, transport, statistics):
        self._transport = transport
        self._statistics = statistics
        self._messages = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="sender")

    def start(self):
        self._thread.start()

    def post(self, message):
        self._messages.put(message)
        self._statistics.count("posted")

    def _run(self):
        while True:
            message = self._messages.get()  # <-- here
            if message is None:
                log.info("sender ends")
                return
            self._deliver(message)

    def _deliver(self, message):
        try:
            self._transport(message)
        except ConnectionError:
            message.attempts += 1
            if message.attempts < 3:
                self._messages.put(message)
            else:
                self._statistics.count("failed")
        else:
            self._statistics.count("sent")

    def flush(self):
        self._thread.join()  # <-- here

    def close(self):
        self._messages.put(None)
