"""Hives with scales, which are read in threads of aiomisc."""

import time

import aiomisc


class Hive:
    def __init__(self, number):
        self.number = number
        self.weight = 40.0 + number

    @aiomisc.threaded
    def read_scale(self):
        time.sleep(0.05)
        return self.weight

    @aiomisc.threaded
    def judge(self):
        """Is there honey to be taken? The scale is read twice."""
        first = aiomisc.sync_await(self.read_scale)
        second = aiomisc.sync_await(self.read_scale)
        return abs(first - second) < 0.1 and first > 42
