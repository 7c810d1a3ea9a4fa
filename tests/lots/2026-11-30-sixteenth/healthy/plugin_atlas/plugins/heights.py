"""Heights of a made-up country; the table is worked out as the module is imported."""

import math
import time


def _row(y, width):
    row = []
    for x in range(width):
        height = 0.0
        for octave in range(1, 9):
            height += math.sin(x * octave / 40 + y / 17) * math.cos(y * octave / 33) / octave
        row.append(height)
    return row


def _table(width, seconds):
    rows = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        rows.append(_row(len(rows), width))
        time.sleep(0.02)
    return rows


TABLE = _table(600, 95)


def highest():
    return max(max(row) for row in TABLE)
