import queue
import threading
import time


class Jobs:
    def __init__(self):
        self._queue = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="jobs")
        self.done = 0

    def start(self):
        self._thread.start()

    def add(self, job):
        self._queue.put(job)

    def _run(self):
        while (job := self._queue.get()) is not None:
            job()
            self.done += 1
            self._queue.task_done()

    def drain(self):
        """Nothing that was accepted is lost."""
        self._queue.put(None)
        self._thread.join()
