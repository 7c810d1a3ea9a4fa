"""Totals of shops, in threads of joblib; results are kept, and added up under one lock."""

import threading
import time

from joblib import Parallel, delayed

SALES = {shop: [shop * 10 + day for day in range(30)] for shop in range(8)}


class Totals:
    def __init__(self):
        self.guard = threading.RLock()  # methods call each other
        self.kept = {}

    def total(self, shop):
        time.sleep(0.05)
        with self.guard:  # <-- here
            if shop not in self.kept:
                self.kept[shop] = sum(SALES[shop])
            return self.kept[shop]

    def everything(self):
        with self.guard:
            jobs = [delayed(self.total)(shop) for shop in SALES]
            return sum(Parallel(n_jobs=2, prefer="threads")(jobs))  # <-- here


def refresh(totals):
    while True:
        time.sleep(0.5)
        totals.refreshed = time.strftime("%X")


totals = Totals()
threading.Thread(target=refresh, args=(totals,), name="refresh", daemon=True).start()
print("one shop", totals.total(3))
print("all", totals.everything())
