"""gc.callbacks with an RLock, and a thread that has it for four seconds at a time."""

import gc
import threading
import time


class Metrics:
    def __init__(self):
        self.lock = threading.RLock()
        self.collections = 0

    def collected(self, phase, info):
        if phase == "stop":
            with self.lock:
                self.collections += 1

    def write(self):
        with self.lock:
            time.sleep(4)


def writer(metrics):
    while True:
        metrics.write()
        time.sleep(0.1)


if __name__ == "__main__":
    metrics = Metrics()
    gc.callbacks.append(metrics.collected)
    threading.Thread(target=writer, args=[metrics], daemon=True, name="writer").start()
    while True:
        rows = [{"n": n} for n in range(5000)]
        print(len(rows), metrics.collections, flush=True)
