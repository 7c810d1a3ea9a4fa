# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 names=ticker
# A ticker goes on, and its code has nothing to do with the queue whose producer has died.
import queue
import threading
import time


class Counts:
    def __init__(self):
        self.taken = 0
        self.lock = threading.Lock()

    def read(self):
        with self.lock:
            return self.taken


class Ticker(threading.Thread):
    def __init__(self, counts):
        super().__init__(name="ticker", daemon=True)
        self.counts = counts

    def run(self):
        while True:
            time.sleep(0.1)
            print(self.counts.read())


def produce(orders):
    orders.put("first")
    raise RuntimeError("no more")


def consume(orders, counts):
    while counts.read() < 2:
        orders.get()  # <-- here
        counts.taken += 1


orders, counts = queue.Queue(), Counts()
Ticker(counts).start()
threading.Thread(target=produce, args=(orders,)).start()
print("READY", flush=True)
consume(orders, counts)
