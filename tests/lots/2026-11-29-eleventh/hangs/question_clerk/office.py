"""Asks the clerk, who is a program of its own."""

import os
import subprocess
import sys

CLERK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clerk.py")


class Clerk:
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, CLERK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, grams):
        self.process.stdin.write(f"{grams}\n")
        return int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


if __name__ == "__main__":
    clerk = Clerk()
    for grams in (12, 48, 310):
        print(grams, clerk.ask(grams), flush=True)
    clerk.close()
