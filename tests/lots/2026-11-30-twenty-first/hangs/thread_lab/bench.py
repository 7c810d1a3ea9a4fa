"""A bench with an instrument that is read by a blocking driver."""

import queue
import threading


class Driver:
    """As the maker's driver: it blocks until the instrument has something."""

    def __init__(self):
        self._samples = queue.Queue()
        self._timer = None
        self.left = 0

    def start(self, samples, every):
        self.left = samples

        def push():
            if self.left:
                self.left -= 1
                self._samples.put(200 + self.left)
                self._timer = threading.Timer(every, push)
                self._timer.daemon = True
                self._timer.start()

        push()

    def read(self):
        return self._samples.get()

    def wake(self):
        self._samples.put(None)
