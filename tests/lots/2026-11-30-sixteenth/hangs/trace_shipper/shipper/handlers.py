import logging
import logging.handlers
import queue

import requests


class Buffered(logging.handlers.QueueHandler):
    """No line is lost: who logs waits while the buffer is full."""

    def enqueue(self, record):
        self.queue.put(record)


class Shipping(logging.Handler):
    def __init__(self, url):
        super().__init__()
        self.url = url
        self.sent = 0

    def emit(self, record):
        try:
            requests.post(self.url, json={"logger": record.name, "message": record.getMessage()}, timeout=5)
            self.sent += 1
        except requests.RequestException:
            self.handleError(record)


def install(url, size=200, level=logging.DEBUG):
    lines = queue.Queue(size)
    root = logging.getLogger()
    root.setLevel(level)
    root.addHandler(Buffered(lines))
    listener = logging.handlers.QueueListener(lines, Shipping(url), respect_handler_level=True)
    listener.start()
    return listener
