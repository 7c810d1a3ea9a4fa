"""A report on what the company costs, made every few seconds for a dashboard."""

import logging
import threading
import time

from departments import Department

logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
log = logging.getLogger("report")


def company():
    return Department(
        "company",
        [200, 180],
        Department("sales", [90, 95, 80], Department("export", [70]), Department("shop", [40])),
        Department("factory", [60] * 12, Department("stores", [50, 50])),
    )


class Dashboard:
    def __init__(self):
        self.values = {}
        self.visits = 0

    def visit(self):
        while True:
            time.sleep(0.5)
            self.visits += 1

    def refresh(self):
        root = company()
        self.values = {part.name: part.total for part in (root, *root.parts)}
        log.info("%s", self.values)


def main():
    dashboard = Dashboard()
    threading.Thread(target=dashboard.visit, name="visitors", daemon=True).start()
    while True:
        dashboard.refresh()
        time.sleep(3)


if __name__ == "__main__":
    main()
