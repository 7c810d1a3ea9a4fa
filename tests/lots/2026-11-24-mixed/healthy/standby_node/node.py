"""Two nodes, of which one leads at a time, for half a minute each."""

import multiprocessing
import os
import tempfile
import threading
import time

from lease import Lease


class Node:
    def __init__(self, name, path):
        self.name = name
        self.lease = Lease(path)
        self.work = 0

    def lead(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.5)
            self.work += 1
        print(self.name, "did", self.work, flush=True)

    def run(self, terms):
        for _ in range(terms):
            with self.lease.held():
                self.lead(30)
            time.sleep(1)


def other(path):
    Node("other", path).run(4)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "leader")
        process = multiprocessing.Process(target=other, args=(path,))
        process.start()
        time.sleep(1)
        Node("main", path).run(4)
        process.join()


if __name__ == "__main__":
    main()
