"""Moments year by year; the pool is that of the web back end."""

import concurrent.futures
import logging

import numpy as np

from bridge import Year
from moments import column_dot, row_sum

log = logging.getLogger("assess")


class Assessment:
    def __init__(self, years):
        self.years = years

    def moment(self, name):
        year = self.years[name]
        table = np.ascontiguousarray(year.table)
        return name, column_dot(table, year.column("load"), year.column("arm"))

    def first_row(self, name):
        return row_sum(self.years[name].table, 0)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    assessment = Assessment({2021: Year(300_000), 2022: Year(650_000, 2)})
    log.info("first row: %.2f", assessment.first_row(2021))
    with concurrent.futures.ThreadPoolExecutor(1, "assess") as pool:
        for name, moment in pool.map(assessment.moment, assessment.years):
            print(name, f"{moment:.1f} kNm", flush=True)


if __name__ == "__main__":
    main()
