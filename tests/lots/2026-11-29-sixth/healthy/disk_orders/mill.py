"""A mill takes orders from a queue on the disk (persist-queue)."""

import tempfile
import threading
import time

import persistqueue


class Mill:
    def __init__(self):
        self.orders = persistqueue.Queue(tempfile.mkdtemp(), maxsize=3)
        self.done = 0

    def shop(self):
        number = 0
        while True:
            self.orders.put({"number": number, "sacks": number % 5})
            number += 1

    def run(self):
        threading.Thread(target=self.shop, name="shop", daemon=True).start()
        while True:
            order = self.orders.get()
            time.sleep(6)
            self.orders.task_done()
            self.done += 1
            print("milled", order, flush=True)


if __name__ == "__main__":
    Mill().run()
