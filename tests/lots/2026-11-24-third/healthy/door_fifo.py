"""A bell writes into a FIFO, now and then; the door reads it line by line."""

import contextlib
import multiprocessing
import os
import tempfile
import time


def bell(path):
    with open(path, "w") as out:
        for number in range(1000):
            time.sleep(8)
            print("ring", number, file=out, flush=True)


class Door:
    def __init__(self, path):
        self.path = path
        self.opened = 0

    def listen(self):
        with open(self.path) as lines:
            for line in lines:
                self.opened += 1
                print(line.strip(), "-> opened", self.opened, flush=True)


def main():
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        path = os.path.join(folder, "bell")
        os.mkfifo(path)
        process = multiprocessing.get_context("fork").Process(
            target=bell, args=(path,), name="bell", daemon=True
        )
        process.start()
        Door(path).listen()
        process.join()


if __name__ == "__main__":
    main()
