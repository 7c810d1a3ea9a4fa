"""Starts programs that share a configuration, and waits for them; SIGTERM ends all."""

import os
import signal
import subprocess
import sys
import tempfile

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")


class Family:
    def __init__(self, folder):
        self.folder = folder
        self.programs = {}

    def start(self, name, seconds):
        command = [sys.executable, PROGRAM, self.folder, name, str(seconds)]
        self.programs[name] = subprocess.Popen(command)

    def stop(self, number, frame):
        for program in self.programs.values():
            program.terminate()

    def wait(self):
        return {name: program.wait() for name, program in self.programs.items()}


def main(folder):
    family = Family(folder)
    for name, seconds in (("mailer", 3), ("indexer", 4), ("backup", 8)):
        family.start(name, seconds)
    signal.signal(signal.SIGTERM, family.stop)
    print(family.wait())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
