"""Reports as tables."""

import time

from registry import registry

WIDTHS = [4 + number % 9 for number in range(40)]
time.sleep(0.6)


@registry.register("table")
def table(rows):
    return "\n".join("".join(str(cell).ljust(w) for cell, w in zip(row, WIDTHS)) for row in rows)
