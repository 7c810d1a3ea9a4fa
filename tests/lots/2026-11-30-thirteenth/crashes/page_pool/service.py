"""Prints what comes in, in the thread of each customer's order."""

import logging
import queue
import threading

from printing import Document

log = logging.getLogger("service")
ORDERS = [("menu", 2), ("programme", 12), ("poster", 1)]


class Printer(threading.Thread):
    def __init__(self):
        super().__init__(name="printer")
        self.orders = queue.SimpleQueue()
        self.ink = {}

    def run(self):
        while True:
            order = self.orders.get()
            if order is None:
                return
            title, number = order
            with Document(title) as document:
                for at in range(number):
                    page = document.add()
                    for row in range(at, 600, 9):
                        page.line(row, 200)
                self.ink[title] = sum(page.ink for page in document.pages)
                del page


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    printer = Printer()
    printer.start()
    for order in ORDERS:
        printer.orders.put(order)
    printer.orders.put(None)
    printer.join()
    print(printer.ink)


if __name__ == "__main__":
    main()
