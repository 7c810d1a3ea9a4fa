"""Frames, each of which is rendered by a child."""

import subprocess
import sys

CODE = """
import math, sys, time
time.sleep(9)
print(sum(math.sin(i * float(sys.argv[1])) for i in range(20000)))
"""


class Renderer:
    def __init__(self, journal, limits):
        self.journal = journal
        self.limits = limits
        self.done = 0

    def prepare(self):
        """Runs in the child, before the program does."""
        self.limits.apply()

    def render(self, number):
        child = subprocess.Popen(
            [sys.executable, "-S", "-c", CODE, str(number)],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=self.prepare,
        )
        out, _ = child.communicate()
        self.journal.note(f"frame {number} took {self.limits.nice} of niceness")
        self.done += 1
        return float(out)

    def film(self, count):
        for number in range(count):
            yield number, self.render(number)
