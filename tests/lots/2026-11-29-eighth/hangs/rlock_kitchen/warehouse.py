"""Orders are packed by a pool of threads."""

import concurrent.futures
import threading
import time

from labels import Printer
from stock import Short, Stock


class Packer:
    def __init__(self, stock, printer):
        self.stock = stock
        self.printer = printer
        self.short = []
        self.local = threading.local()

    def pack(self, order):
        self.local.order = order
        for part, count in order.items():
            try:
                self.stock.reserve(part, count)
            except Short:
                self.short.append(part)
                continue
            time.sleep(0.05)
            self.stock.take(part, count)
        self.printer.label(order)
        return len(order)


def main():
    stock = Stock(screw=100, nut=50, washer=3)
    printer = Printer()
    printer.start()
    packer = Packer(stock, printer)
    orders = [{"screw": 10, "nut": 4}, {"screw": 5, "washer": 4}, {"nut": 10}, {"screw": 20}]
    with concurrent.futures.ThreadPoolExecutor(2, "packer") as pool:
        done = list(pool.map(packer.pack, orders))
    print(sum(done), "lines,", packer.short, "is short", flush=True)


if __name__ == "__main__":
    main()
