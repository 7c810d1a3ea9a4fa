import itertools
import os
import tempfile
import threading
import time

from stock import batch, open_stock

NAMES = ["tea", "cup", "pot", "tin"]


class Delivery(threading.Thread):
    """Batches, one after the other; the others wait for the file meanwhile."""

    def __init__(self, name, change):
        super().__init__(name=name)
        self.change = change
        self.batches = 0

    def run(self):
        while True:
            batch(NAMES, self.change, pause=0.6)
            self.batches += 1
            time.sleep(2.5)


def main():
    with tempfile.TemporaryDirectory() as folder:
        open_stock(os.path.join(folder, "stock.db"), NAMES)
        deliveries = [Delivery("in", 5), Delivery("out", -3), Delivery("count", 0)]
        for delivery in deliveries:
            delivery.start()
        for delivery in itertools.cycle(deliveries):
            delivery.join(timeout=2)
            print(delivery.name, delivery.batches, flush=True)


if __name__ == "__main__":
    main()
