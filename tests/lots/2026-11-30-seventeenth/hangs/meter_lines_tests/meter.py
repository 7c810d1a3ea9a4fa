"""Reads a meter through the program of its maker, which prints a line for each value."""

import math
import subprocess


class Smooth:
    """A median of some values, and a slow mean."""

    def __init__(self, width=9):
        self.width = width
        self.last = []
        self.mean = 0.0

    def add(self, value):
        self.last = [*self.last[1 - self.width:], value]
        ranked = sorted(self.last)
        self.mean += (ranked[len(ranked) // 2] - self.mean) / 50
        return self.mean


def spectrum(values):
    """A few lines of a Fourier transform, as the meter's page shows them."""
    return [
        abs(sum(value * complex(math.cos(k * at), math.sin(k * at)) for at, value in enumerate(values)))
        for k in range(1, 2000)
    ]


class Meter:
    def __init__(self, command=("meterd", "--follow")):
        self.command = list(command)
        self.smooth = Smooth()
        self.peaks = 0

    def read(self):
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE)
        for line in iter(process.stdout.readline, b""):
            self.take(line)
        return process.wait()

    def take(self, line):
        value = float(line.split()[1])
        self.smooth.add(value)
        if max(spectrum(self.smooth.last)) > 40:
            self.peaks += 1
