"""The plotter: at the end of a line that is slow. For trials it is a thread that reads a pipe."""

import contextlib
import logging
import os
import threading
import time

from .bus import Bus

log = logging.getLogger(__name__)


class Trial(threading.Thread):
    """Takes commands as fast as a pen can move."""

    def __init__(self, descriptor, pause=0.01):
        super().__init__(name="pen", daemon=True)
        self.descriptor = descriptor
        self.pause = pause
        self.moves = 0

    def run(self):
        while data := os.read(self.descriptor, 512):
            self.moves += data.count(b";")
            time.sleep(self.pause)


class Plotter:
    def __init__(self, descriptor):
        os.set_blocking(descriptor, False)
        self.bus = Bus(descriptor)

    def plot(self, drawing):
        data = drawing.encode()
        if not self.bus.ready():
            raise TimeoutError("the plotter takes nothing")
        sent = self.bus.send(data)
        log.info("%s: %d bytes", drawing.name, sent)
        return sent == len(data)


@contextlib.contextmanager
def trial():
    ours, theirs = os.pipe()
    pen = Trial(ours)
    pen.start()
    try:
        yield Plotter(theirs), pen
    finally:
        os.close(theirs)
        pen.join()
