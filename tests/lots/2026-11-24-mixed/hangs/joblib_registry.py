"""Scores models by joblib, and keeps a registry of what was seen in the log of the run."""

import threading
import time

from joblib import Parallel, delayed


class Registry:
    def __init__(self):
        self._lock = threading.Lock()
        self._values = {}

    def put(self, name, value):
        with self._lock:  # <-- here
            self._values[name] = value

    def save(self):
        with self._lock:  # <-- here
            time.sleep(0.4)  # the disk is slow
            return dict(self._values)


registry = Registry()


def save_often():
    while True:
        registry.save()
        time.sleep(0.01)


def score(number):
    value = sum(i * i for i in range(1000 * number)) % 97
    registry.put(number, value)
    return value


if __name__ == "__main__":
    threading.Thread(target=save_often, daemon=True, name="saver").start()
    time.sleep(0.2)
    scores = Parallel(n_jobs=2, backend="multiprocessing")(delayed(score)(i) for i in range(20))
    print(scores)
