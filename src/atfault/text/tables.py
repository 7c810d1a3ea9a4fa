"""The tables of this package: tab-separated, the names of the columns in the first line."""

import csv
import os


def table(name: str) -> list[dict[str, str]]:
    """The rows of a file beside this one. Raises OSError."""
    path = os.path.join(os.path.dirname(__file__), name)
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
