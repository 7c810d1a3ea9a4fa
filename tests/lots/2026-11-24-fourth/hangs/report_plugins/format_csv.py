"""Reports as CSV."""

import csv
import io

from registry import registry


@registry.register("csv")
def as_csv(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
