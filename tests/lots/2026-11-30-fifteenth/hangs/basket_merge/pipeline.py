import threading
from concurrent.futures import ProcessPoolExecutor

import pandas as pd

import stages


class Pipeline:
    """Cleans each day in a process; what is clean is summarized in one as well."""

    def __init__(self, workers=2):
        self.pool = ProcessPoolExecutor(workers)
        self.parts = []
        self._left = 0
        self._changed = threading.Condition()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.pool.shutdown()

    def add(self, day):
        with self._changed:
            self._left += 1
        self.pool.submit(stages.clean, day).add_done_callback(self._cleaned)

    def _cleaned(self, future):
        frame = future.result()
        part = self.pool.submit(stages.summarize, frame).result()
        with self._changed:
            self.parts.append(part)
            self._left -= 1
            self._changed.notify_all()

    def table(self):
        with self._changed:
            self._changed.wait_for(lambda: self._left == 0)
        return pd.concat(self.parts).pivot(index="day", columns="shop", values="amount")
