"""The orders of a mill, in a queue on the disk (persist-queue): a shop puts, the mill takes."""

import tempfile
import threading
import time

import persistqueue


class Shop(threading.Thread):
    def __init__(self, path):
        super().__init__(name="shop", daemon=True)
        self.orders = persistqueue.Queue(path)

    def run(self):
        for number in range(8):
            time.sleep(0.2)
            self.orders.put({"number": number, "flour": 25 * (number % 3 + 1)})


class Mill:
    def __init__(self, path):
        self.orders = persistqueue.Queue(path)

    def run(self, count):
        for _ in range(count):
            order = self.orders.get()
            print("milled", order, flush=True)
            self.orders.task_done()


def main():
    path = tempfile.mkdtemp()
    mill = Mill(path)
    Shop(path).start()
    mill.run(8)


if __name__ == "__main__":
    main()
