import threading
import time

from billing import Ledger
from stock import Stock

PRICES = {"paper": 4, "ink": 11, "pens": 2}


class Supplier(threading.Thread):
    def __init__(self, stock, article):
        super().__init__(name=f"supplier of {article}")
        self.stock = stock
        self.article = article

    def run(self):
        for _ in range(200):
            self.stock.put(self.article, 5)


class Shelf(threading.Thread):
    def __init__(self):
        super().__init__(name="shelf", daemon=True)
        self.turns = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.turns += 1


def main():
    stock = Stock()
    ledger = Ledger(stock, PRICES)
    ledger.start()
    Shelf().start()
    suppliers = [Supplier(stock, article) for article in PRICES]
    for supplier in suppliers:
        supplier.start()
    for supplier in suppliers:
        supplier.join()
    print("worth", ledger.value)


if __name__ == "__main__":
    main()
