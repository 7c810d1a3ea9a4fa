import logging
import logging.handlers
import queue
import time


class FaxHandler(logging.Handler):
    """Sends each record by fax, which takes its time."""

    def __init__(self, seconds):
        super().__init__()
        self.seconds = seconds
        self.sent = 0

    def emit(self, record):
        time.sleep(self.seconds)
        self.sent += 1
        print(f"fax {self.sent}: {self.format(record)}", flush=True)


class WaitingQueueHandler(logging.handlers.QueueHandler):
    def enqueue(self, record):
        self.queue.put(record)


def set_up(room=10, seconds=4.0):
    records = queue.Queue(room)
    fax = FaxHandler(seconds)
    fax.setFormatter(logging.Formatter("%(threadName)s %(message)s"))
    listener = logging.handlers.QueueListener(records, fax)
    logging.basicConfig(level=logging.INFO, handlers=[WaitingQueueHandler(records)])
    return listener
