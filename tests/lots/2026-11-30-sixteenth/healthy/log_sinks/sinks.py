"""Log records go to a slow archive by way of a short queue."""

import logging
import logging.handlers
import queue
import time


class Waiting(logging.handlers.QueueHandler):
    """Nothing may be lost: who logs waits for room."""

    def enqueue(self, record):
        self.queue.put(record)


class Tape(logging.Handler):
    def __init__(self, seconds):
        super().__init__()
        self.seconds = seconds
        self.written = 0

    def emit(self, record):
        time.sleep(self.seconds)
        self.written += 1
        print(self.written, self.format(record), flush=True)


def install(room=3, seconds=4.5):
    waiting = queue.Queue(room)
    tape = Tape(seconds)
    tape.setFormatter(logging.Formatter("%(asctime)s %(threadName)s %(message)s"))
    listener = logging.handlers.QueueListener(waiting, tape)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(Waiting(waiting))
    listener.start()
    return listener
