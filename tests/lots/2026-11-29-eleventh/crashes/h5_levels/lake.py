"""A lake whose levels are measured, and averaged now and then."""

import os
import tempfile

from store import Store, measured
from table import Table

GAUGES = 2000


def main():
    with tempfile.TemporaryDirectory() as folder:
        store = Store(os.path.join(folder, "lake.h5"), GAUGES)
        store.append(measured(60, GAUGES, seed=1))
        table = Table(store)
        print(len(store), "days", round(table.mean(), 2), flush=True)
        for month in range(2, 8):
            store.append(measured(600, GAUGES, seed=month))
            print(len(store), "days", round(table.mean(), 2), flush=True)
        store.close()


if __name__ == "__main__":
    main()
