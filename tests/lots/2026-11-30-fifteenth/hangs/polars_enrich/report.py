import threading
import time

import polars as pl

from rates import Rates


def renewing(rates, every):
    while True:
        time.sleep(every)
        rates.renew()


def ticking():
    while True:
        time.sleep(2)
        print("tick", flush=True)


def sales(rows):
    return pl.DataFrame(
        {
            "day": [i % 400 for i in range(rows)],
            "shop": [f"S{i % 7}" for i in range(rows)],
            "amount": [((i * 31) % 997) / 10 for i in range(rows)],
        }
    )


class Report:
    def __init__(self, rates):
        self.rates = rates

    def _euros(self, days):
        return pl.Series([self.rates.rate(day) for day in days], dtype=pl.Float64)

    def plan(self, frame):
        rate = pl.col("day").map_batches(self._euros, return_dtype=pl.Float64)
        return (
            frame.lazy()
            .group_by("shop")
            .agg((pl.col("amount") * rate).sum().alias("dollars"))
            .sort("shop")
        )

    def run(self, frame):
        with self.rates.lock:
            version = self.rates.version
            table = self.plan(frame).collect()
        return version, table


def main():
    rates = Rates()
    threading.Thread(target=renewing, args=(rates, 1), name="renewing", daemon=True).start()
    threading.Thread(target=ticking, name="ticking", daemon=True).start()
    report = Report(rates)
    for rows in (1_000, 5_000):
        version, table = report.run(sales(rows))
        print("rates", version, table, flush=True)


if __name__ == "__main__":
    main()
