"""Reads records and stores them, each step in a thread of its own."""

import contextlib
import queue
import threading
import time


class Reader:
    def __init__(self, target):
        self.target = target

    def __enter__(self):
        return self

    def read(self, count):
        for i in range(count):
            self.target.put({"id": i})
            time.sleep(0.001)

    def __exit__(self, *exc_info):
        self.target.put(None)


class Store:
    def __init__(self, source):
        self.source = source
        self.rows = []
        self.thread = threading.Thread(target=self.run, name="store")

    def __enter__(self):
        self.thread.start()
        return self

    def run(self):
        while (row := self.source.get()) is not None:  # <-- here
            self.rows.append(row)

    def __exit__(self, *exc_info):
        self.thread.join()  # <-- here


def main():
    rows = queue.Queue()
    with contextlib.ExitStack() as stack:
        reader = stack.enter_context(Reader(rows))
        store = stack.enter_context(Store(rows))
        reader.read(500)
    print(len(store.rows), "rows stored")


main()
