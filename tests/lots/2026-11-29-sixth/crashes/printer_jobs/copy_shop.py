"""A copy shop: jobs are printed as they come, and paid at the end."""

import queue
import sys
import threading

from printer import Printer, State


class Shop:
    def __init__(self, printer):
        self.printer = printer
        self.line = queue.Queue()
        self.paid = 0
        threading.Thread(target=self.work, name="printer", daemon=True).start()

    def work(self):
        while True:
            number = self.line.get()
            self.printer.print(number)
            self.line.task_done()

    def order(self, *sizes, colour=False):
        for pages in sizes:
            self.line.put(self.printer.accept(pages, colour))

    def close(self):
        self.line.join()
        for number, state in self.printer.jobs.items():
            if state is State.PRINTED:
                self.paid += self.printer.price(number)
                self.printer.jobs[number] = State.PAID
        return self.paid


def main():
    shop = Shop(Printer(sys.argv[1]))
    shop.order(4, 12, 80)
    shop.order(2, 2, colour=True)
    print(shop.close(), "cents", flush=True)


if __name__ == "__main__":
    main()
