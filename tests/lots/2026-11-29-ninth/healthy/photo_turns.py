"""Three processes put photos into one index, in turns: each has the lock for six seconds."""

import fcntl
import multiprocessing
import os
import sys
import tempfile
import time


class IndexLock:
    def __init__(self, folder):
        self.path = os.path.join(folder, ".lock")

    def __enter__(self):
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self.file, fcntl.LOCK_EX)
        return self

    def __exit__(self, *_):
        os.close(self.file)


def add(folder, album, count):
    for number in range(count):
        with IndexLock(folder), open(os.path.join(folder, "index"), "a") as index:
            time.sleep(6)  # the picture is made smaller
            index.write(f"{album}-{number:03}.jpg\n")
        print(album, number, flush=True)
        time.sleep(0.5)


def lines(folder):
    with open(os.path.join(folder, "index")) as index:
        return sum(1 for _ in index)


def main():
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        adding = [
            context.Process(target=add, args=(folder, album, 5), name=album)
            for album in ("Gotland", "garden", "Vättern")
        ]
        for process in adding:
            process.start()
        for process in adding:
            process.join()
        print(lines(folder), "photos")
    return any(process.exitcode for process in adding)


if __name__ == "__main__":
    sys.exit(main())
