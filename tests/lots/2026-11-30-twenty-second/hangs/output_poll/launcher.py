"""Starts the programs of a Procfile-like list and shows what they say."""

import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from multiplex import Multiplexer

SAY = """
import sys, time
for number in range(int(sys.argv[1])):
    time.sleep(0.2)
    print("line", number, flush=True)
if sys.argv[2] == "polite":
    print("end", flush=True)
"""


@dataclass
class Program:
    name: str
    lines: int
    manner: str
    process: subprocess.Popen = field(default=None, repr=False)

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", SAY, str(self.lines), self.manner], stdout=subprocess.PIPE
        )
        return self.process.stdout.fileno()


PROGRAMS = [Program("web", 4, "polite"), Program("mail", 6, "polite"), Program("cron", 3, "short")]


class Launcher:
    def __init__(self, programs):
        self.programs = programs
        self.multiplexer = Multiplexer()
        self.started = time.monotonic()

    def __enter__(self):
        for program in self.programs:
            self.multiplexer.add(program.name, program.start())
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.process.stdout.close()
            program.process.wait()

    def show(self):
        for name, line in self.multiplexer.lines():
            print(f"{time.monotonic() - self.started:5.1f} {name:5} {line}", flush=True)


class Heart(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="heart")
        self.beats = 0

    def run(self):
        while True:
            time.sleep(0.8)
            self.beats += 1


def main():
    Heart().start()
    with Launcher(PROGRAMS) as launcher:
        launcher.show()
    print("all have ended")


if __name__ == "__main__":
    main()
