"""Converts a photo, and tells of each row that was hard."""

import sys

rows = 4000 if "market" in sys.argv[1] else 40
for row in range(rows):
    print(f"{sys.argv[1]}: row {row} has highlights that are clipped", file=sys.stderr)
