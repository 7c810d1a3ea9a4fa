"""Tables of a package: tab-separated, the names of the columns in the first line."""

import csv
import os


def table(name: str, beside: str = __file__) -> list[dict[str, str]]:
    """The rows of a file beside a module; by itself, beside this one. Raises OSError."""
    path = os.path.join(os.path.dirname(beside), name)
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
