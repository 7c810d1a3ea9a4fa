"""Pumps of a waterworks, with a curve for each that takes a while to work out."""

import concurrent.futures
import functools
import time


class Pump:
    def __init__(self, name, power, helpers=()):
        self.name = name
        self.power = power
        self.helpers = list(helpers)

    @functools.cached_property
    def curve(self):
        time.sleep(0.2)
        if not self.helpers:
            return [self.power * n for n in range(5)]
        with concurrent.futures.ThreadPoolExecutor(thread_name_prefix=self.name) as pool:
            curves = pool.map(lambda pump: pump.curve, self.helpers)
            return [sum(points) + self.power for points in zip(*curves)]
