"""A metronome: a timer of the C library calls back into Python."""

import time

import tick


class Metronome:
    def __init__(self):
        self.beats = []

    def beat(self):
        self.beats.append(time.monotonic())


metronome = Metronome()
tick.every(50, metronome.beat)
for bar in range(40):
    time.sleep(0.1)
    print("bar", bar, len(metronome.beats), flush=True)
