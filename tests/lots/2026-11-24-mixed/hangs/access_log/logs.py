import logging
import logging.handlers
import queue


class Sink(logging.Handler):
    """Where lines go in the end."""

    def __init__(self):
        super().__init__()
        self.lines = 0

    def emit(self, record):
        self.lines += 1


class BlockingQueueHandler(logging.handlers.QueueHandler):
    """Loses nothing: waits where the queue is full."""

    def enqueue(self, record):
        self.queue.put(record)  # <-- here


def configure():
    lines = queue.Queue(maxsize=20)
    listener = logging.handlers.QueueListener(lines, Sink())
    listener.start()
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.handlers[:] = [BlockingQueueHandler(lines)]
    return listener
