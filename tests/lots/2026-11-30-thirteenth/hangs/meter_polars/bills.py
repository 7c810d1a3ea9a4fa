import argparse
import multiprocessing

from readings import load, peaks, totals


class Bills:
    def __init__(self, meters, days):
        self.table = load(meters, days)
        self.totals = totals(self.table)

    def print_totals(self):
        for meter, kwh in self.totals.rows():
            print(f"meter {meter}: {kwh:.1f} kWh", flush=True)

    def peaks(self, workers):
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            return pool.map(peaks, self.totals["meter"].to_list(), chunksize=2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--meters", type=int, default=8)
    parser.add_argument("--days", type=int, default=92)
    options = parser.parse_args()
    bills = Bills(options.meters, options.days)
    bills.print_totals()
    for meter, hour, kwh in bills.peaks(2):
        print(f"meter {meter}: most at {hour} h, {kwh} kWh")


if __name__ == "__main__":
    main()
