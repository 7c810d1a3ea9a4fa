"""Processes that add to one file in turns, each with the file locked for a while."""

import multiprocessing
import os
import tempfile
import time

import portalocker


class Inbox:
    def __init__(self, path):
        self.path = path

    def add(self, text):
        with portalocker.Lock(self.path, "a", flags=portalocker.LockFlags.EXCLUSIVE) as file:
            file.write(text + "\n")
            time.sleep(4)
            file.flush()
            os.fsync(file.fileno())


def write(path, name):
    inbox = Inbox(path)
    for number in range(1000):
        inbox.add(f"{name} {number}")
        time.sleep(0.2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "inbox")
        names = ("ada", "ben", "cleo")
        processes = [
            multiprocessing.Process(target=write, args=(path, name), name=name, daemon=True)
            for name in names
        ]
        for process in processes:
            process.start()
        for process in processes:
            process.join()


if __name__ == "__main__":
    main()
