"""A summary of a large table: how many rows have a value?"""

import collections
import sys
import time

from table import Table, lines


class Summary:
    def __init__(self):
        self.with_value = 0
        self.without = 0
        self.places = collections.Counter()

    def add(self, row):
        if row["value"] is None:
            self.without += 1
        else:
            self.with_value += 1
            self.places[row["place"]] += int(row["value"])


def main(count):
    started = time.monotonic()
    summary = Summary()
    table = Table(["number", "place", "value"])
    for row in table.rows(lines(count)):
        summary.add(row)
    print(summary.with_value, summary.without, summary.places.most_common(2))
    print(f"{time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300_000)
