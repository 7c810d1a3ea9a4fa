import numpy as np


def slope(sheet):
    heights = np.asarray(sheet)
    down = np.diff(heights, axis=0)[:, :-1]
    right = np.diff(heights, axis=1)[:-1]
    return np.hypot(down, right)


def levelled(sheet):
    """Heights above the lowest point of the sheet."""
    heights = np.asarray(sheet)
    heights -= heights.min()
    return heights


def bands(heights, metres):
    return (heights // metres).astype(int)
