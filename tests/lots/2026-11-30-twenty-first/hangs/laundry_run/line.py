"""An executor with one thread for each machine, and a queue that can be emptied."""

import collections
import threading
from concurrent.futures import Executor, Future


class Line(Executor):
    def __init__(self, machines):
        self._jobs = collections.deque()
        self._change = threading.Condition()
        self._open = True
        self._threads = [threading.Thread(target=self._work, name=f"machine-{n}") for n in range(machines)]
        for thread in self._threads:
            thread.start()

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        with self._change:
            self._jobs.append((future, function, args, kwargs))
            self._change.notify()
        return future

    def _work(self):
        while True:
            with self._change:
                while self._open and not self._jobs:
                    self._change.wait()
                if not self._jobs:
                    return
                future, function, args, kwargs = self._jobs.popleft()
            if future.cancelled():
                continue
            try:
                result = function(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

    def drop(self, wanted):
        """Takes out of the queue what is wanted no more."""
        with self._change:
            dropped = [job[0] for job in self._jobs if not wanted(*job[2])]
        return sum(future.cancel() for future in dropped)

    def shutdown(self, wait=True, *, cancel_futures=False):
        with self._change:
            self._open = False
            self._change.notify_all()
        if wait:
            for thread in self._threads:
                thread.join()
