"""Keeps values of two writers and makes snapshots, for which the writers wait."""

import multiprocessing
import signal
import sys
import tempfile
import threading
import time

from store import Store


def write(store, name):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number in range(10**6):
        store.put(f"{name}-{number}", time.time())
        time.sleep(0.7)


class Daemon:
    def __init__(self, store):
        self.store = store
        self.writers = [multiprocessing.Process(target=write, args=(store, name), daemon=True) for name in ("east", "west")]
        self.hangup = threading.Event()
        signal.signal(signal.SIGHUP, lambda *_: self.hangup.set())
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

    def snapshots(self):
        while True:
            self.hangup.wait(1.5)
            self.hangup.clear()
            print(time.strftime("%X"), self.store.snapshot(8), "values", flush=True)

    def run(self):
        for writer in self.writers:
            writer.start()
        threading.Thread(target=self.snapshots, daemon=True, name="snapshots").start()
        for writer in self.writers:
            writer.join()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Daemon(Store(folder)).run()
