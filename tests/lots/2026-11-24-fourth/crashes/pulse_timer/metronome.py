"""A metronome that is driven by the timer of an extension."""

import contextlib
import time

from compiled import compiled

pulse = compiled("pulse")


class Metronome:
    def __init__(self, beats_per_bar):
        self.beats_per_bar = beats_per_bar
        self.bars = []

    def beat(self, number):
        place = number % self.beats_per_bar
        if place == 1:
            self.bars.append([])
        self.bars[-1].append((place, time.monotonic()))

    @contextlib.contextmanager
    def running(self, milliseconds):
        pulse.start(self.beat, milliseconds)
        try:
            yield self
        finally:
            pulse.stop()
