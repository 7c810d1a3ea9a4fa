"""The taxes of a year, in a pool of processes."""

import multiprocessing
import time

from tables import tables
import notices_of_os
import options


def tax(job):
    number, country, income = job
    return number, round(income * tables.rate(country), 2)


class Year:
    def __init__(self, people):
        self.people = people

    def jobs(self):
        for number in range(self.people):
            yield number, "ABCDEF"[number % 6], 20_000 + 137 * number

    def total(self):
        with multiprocessing.get_context("fork").Pool(2) as pool:
            return sum(tax for _, tax in pool.imap_unordered(tax, self.jobs(), chunksize=20))


def main():
    tables.keep_fresh(pause=20)
    time.sleep(0.1)
    print("total", Year(500).total())


if __name__ == "__main__":
    settings = options.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    with notices_of_os.Posts():
        notices_of_os.quiet_pipes()
        main()
