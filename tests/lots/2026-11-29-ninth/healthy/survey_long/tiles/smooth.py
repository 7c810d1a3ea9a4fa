"""Smooths the heights of a tile, row by row."""

from tiles.pools import parallel


def smooth_row(row):
    found = list(row)
    for _ in range(600):
        found = [
            (found[max(i - 1, 0)] + height + found[min(i + 1, len(found) - 1)]) / 3
            for i, height in enumerate(found)
        ]
    return found


@parallel
def smooth(tile):
    tile.heights = [smooth_row(row) for row in tile.heights]
    return tile
