"""The roastery on a busy day: the machine gets hot first, then all wait for the roaster in turns."""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from dishka import make_container

from parts import Customer, Machines, Visits, Warehouse

log = logging.getLogger("roastery")


class Day:
    def __init__(self, customers):
        self.customers = customers
        self.container = make_container(Machines(), Visits(), lock_factory=threading.RLock)

    def visit(self):
        with self.container() as visit:
            number, left = visit.get(Customer).buy()
        return f"customer {number}, {left:.1f} kg left"

    def roast(self):
        warehouse = self.container.get(Warehouse)
        for _ in range(4):
            warehouse.fill(8)
            time.sleep(0.2)
        return f"{warehouse.kilos:.1f} kg roasted"

    def run(self):
        with ThreadPoolExecutor(5, thread_name_prefix="person") as people:
            work = [people.submit(self.roast)]
            work += [people.submit(self.visit) for _ in range(self.customers)]
            for done in as_completed(work):
                log.info(done.result())
        self.container.close()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(relativeCreated)6d %(message)s")
    Day(customers=9).run()
