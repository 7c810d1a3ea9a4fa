"""Orders are worked at by processes, which share a stock."""

import logging
import multiprocessing
import random

from stock import Stock, StockManager

ORDERS = {
    "north": [("bolt", 3), ("nut", 3)],
    "south": [("bolt", 2), ("washer", 4)],
    "west": [("nut", 2), ("bolt", 1), ("nut", 2)],
}


def work(branch, stock, started):
    logging.basicConfig(level=logging.INFO, format=f"{branch}: %(message)s")
    started.wait()
    rng = random.Random(branch)
    for item, number in ORDERS[branch] * 3:
        if not stock.take(item, number):
            logging.info("no %s left", item)
            stock.put(item, rng.randrange(10, 20))


def main():
    with StockManager() as manager:
        stock = Stock(manager)
        for item in ("bolt", "nut"):
            stock.put(item, 30)
        started = manager.Event()
        workers = [
            multiprocessing.Process(target=work, args=(branch, stock, started), name=branch)
            for branch in ORDERS
        ]
        for worker in workers:
            worker.start()
        started.set()
        for worker in workers:
            worker.join()
        print(dict(stock.items), flush=True)


if __name__ == "__main__":
    main()
