"""Colours of the pages; they are worked out as the module is imported."""

import colorsys
import time


def _shades(count):
    for number in range(count):
        time.sleep(0.01)
        yield colorsys.hsv_to_rgb(number / count, 0.6, 0.9)


SHADES = list(_shades(200))
