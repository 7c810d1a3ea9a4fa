"""Runs the self-test of a modem's tool, which wants a terminal, and looks at what it says."""

import os
import pty
import re
import subprocess
import sys

TOOL = """
import sys
assert sys.stdout.isatty()
for register in range(4000):
    print(f"register {register:04} is {register * 7 % 256:02x}, as it should be", flush=True)
print("SELF-TEST OK")
"""


class Terminal:
    """A terminal for one program."""

    def __init__(self):
        self.ours, self.theirs = pty.openpty()

    def run(self, command):
        program = subprocess.Popen(command, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs)
        code = program.wait()
        os.close(self.theirs)
        return code

    def text(self):
        parts = []
        while True:
            try:
                part = os.read(self.ours, 1024)
            except OSError:
                return b"".join(parts).decode()
            parts.append(part)


def registers(text):
    return {int(number): value for number, value in re.findall(r"register (\d+) is (\w\w)", text)}


def main():
    terminal = Terminal()
    print("self-test ...", flush=True)
    code = terminal.run([sys.executable, "-c", TOOL])
    said = terminal.text()
    print("ended with", code, "-", len(registers(said)), "registers", flush=True)


if __name__ == "__main__":
    main()
