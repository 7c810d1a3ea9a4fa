"""Two processes use one telescope, by a lock in a file: each looks for fifteen seconds."""

import multiprocessing
import os
import tempfile
import time

from filelock import FileLock


def observe(name, folder, turns):
    lock = FileLock(os.path.join(folder, "telescope.lock"))
    for _ in range(turns):
        with lock:
            print(name, "looks", flush=True)
            time.sleep(15)
        time.sleep(0.5)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        observers = [
            multiprocessing.Process(target=observe, args=(name, folder, 7))
            for name in ("Caroline", "William")
        ]
        for observer in observers:
            observer.start()
        for observer in observers:
            observer.join()
