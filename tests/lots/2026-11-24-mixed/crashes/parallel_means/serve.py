import concurrent.futures
import threading
import time

import numpy as np

from kernels import means


class Answers:
    def __init__(self):
        self.count = 0
        self._lock = threading.Lock()

    def add(self):
        with self._lock:
            self.count += 1


class Means:
    def __init__(self, rows, columns):
        self.table = np.random.default_rng(1).random((rows, columns))
        self.answers = Answers()
        means(self.table[:2])  # compiles

    def answer(self, number):
        result = means(self.table)  # <-- here
        self.answers.add()
        return result.sum()


def main():
    service = Means(2000, 2000)
    with concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="request") as pool:
        for total in pool.map(service.answer, range(40)):
            print(f"{total:.1f}", flush=True)


if __name__ == "__main__":
    main()
