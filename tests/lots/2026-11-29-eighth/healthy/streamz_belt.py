"""Parcels on a stream (streamz): the sink takes five seconds for each, and emit() waits for it."""

import threading
import time

import streamz


class Belt:
    def __init__(self):
        self.lock = threading.Lock()
        self.source = streamz.Stream(asynchronous=False)
        self.source.map(lambda grams: grams / 1000).sink(self.load)
        self.loaded = []

    def load(self, weight):
        time.sleep(5)
        self.loaded.append(weight)

    def put(self, grams):
        with self.lock:
            self.source.emit(grams)


def feeder(belt, name):
    for number in range(50):
        belt.put(100 * number)
        print(name, number, flush=True)


if __name__ == "__main__":
    belt = Belt()
    for name in ("left", "right"):
        threading.Thread(target=feeder, args=[belt, name], name=name).start()
