import queue
import threading
import time

from engine import Engine

STOCK = {"mugs": 40, "lamps": 3}
BASKETS = [
    {"customer": "Ida", "total": 120},
    {"customer": "Per", "total": 80, "clearance": ["mugs"]},
    {"customer": "Jan", "total": 210, "clearance": ["rugs"]},
    {"customer": "Mia", "total": 20},
]


class Till(threading.Thread):
    def __init__(self, number, baskets, receipts, engine):
        super().__init__(name=f"till-{number}")
        self.baskets = baskets
        self.receipts = receipts
        self.engine = engine

    def run(self):
        while True:
            basket = self.baskets.get()
            if basket is None:
                self.receipts.put(None)
                return
            percent = self.engine.discount(basket, STOCK)
            total = basket["total"] * (100 - percent) / 100
            self.receipts.put((basket["customer"], total))


def music(stop):
    bars = 0
    while not stop.wait(0.5):
        bars += 1


def main():
    stop = threading.Event()
    threading.Thread(target=music, args=(stop,), daemon=True).start()
    engine = Engine()
    baskets, receipts = queue.Queue(), queue.Queue()
    tills = [Till(number, baskets, receipts, engine) for number in (1,)]
    for till in tills:
        till.start()
    for basket in BASKETS:
        baskets.put(basket)
        time.sleep(0.1)
    for _ in tills:
        baskets.put(None)
    closed = 0
    while closed < len(tills):
        receipt = receipts.get()
        if receipt is None:
            closed += 1
        else:
            print("%s pays %.2f" % receipt, flush=True)
    stop.set()
    engine.close()


if __name__ == "__main__":
    main()
