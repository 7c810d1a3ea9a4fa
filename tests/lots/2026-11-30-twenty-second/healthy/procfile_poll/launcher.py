"""Starts programs that take turns at a file's lock, and shows what they say."""

import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from multiplex import Multiplexer

PROGRAM = """
import fcntl, sys, time
name, path, seconds, turns = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
for turn in range(turns):
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(seconds)
    print("turn", turn, "of", name, flush=True)
    time.sleep(0.1)
"""

PROGRAMS = {"saw": 7, "plane": 5, "press": 9}


class Launcher:
    def __init__(self, path, turns):
        self.path = path
        self.turns = turns
        self.multiplexer = Multiplexer()
        self.lines = {}

    def _start(self, stack, name, seconds):
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, name, str(self.path), str(seconds), str(self.turns)],
                stdout=subprocess.PIPE,
            )
        )
        self.multiplexer.add(name, process.stdout.fileno())

    def count(self, name):
        self.lines[name] = self.lines.get(name, 0) + 1
        return self.lines[name]

    def run(self):
        started = time.monotonic()
        with ExitStack() as stack:
            for name, seconds in PROGRAMS.items():
                self._start(stack, name, seconds)
            for name, line in self.multiplexer.lines():
                number = self.count(name)
                print(f"{time.monotonic() - started:5.0f} {name:6} {number:2} {line}", flush=True)
        return self.lines


def heart():
    while True:
        time.sleep(3)


if __name__ == "__main__":
    threading.Thread(target=heart, daemon=True, name="heart").start()
    with tempfile.NamedTemporaryFile() as file:
        Launcher(Path(file.name), turns=5).run()
