"""Weave a sample, and then the orders, each in a process of its own."""

import logging
import multiprocessing
import sys

from looms import loom, orders

log = logging.getLogger("factory")


class Hall:
    def __init__(self, weaving):
        self.weaving = weaving
        self.context = multiprocessing.get_context("fork")

    def work(self, order):
        log.info("%s: %d rows", order.customer, self.weaving.weave(order.rows))

    def run(self, wanted):
        failed = []
        for order in wanted:
            process = self.context.Process(target=self.work, args=[order], name=order.customer)
            process.start()
            process.join()
            if process.exitcode:
                log.error("%s ended with %d", order.customer, process.exitcode)
                failed.append(order)
                break
        return failed


def main():
    logging.basicConfig(level=logging.INFO, format="%(processName)s %(message)s")
    weaving = loom.Loom(sys.argv[1])
    print("sample:", weaving.weave(40), "rows", flush=True)
    return 1 if Hall(weaving).run(orders.ORDERS) else 0


if __name__ == "__main__":
    sys.exit(main())
