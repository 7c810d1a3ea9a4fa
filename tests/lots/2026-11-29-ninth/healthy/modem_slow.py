"""Runs the self-test of a modem's tool in a terminal; it says something every seven seconds."""

import os
import pty
import re
import subprocess
import sys
import threading

TOOL = """
import sys, time
assert sys.stdout.isatty()
for register in range(12):
    time.sleep(7)
    print(f"register {register:02} is {register * 7 % 256:02x}", flush=True)
"""


class Terminal:
    """A terminal for one program, read in a thread for as long as the program lives."""

    def __init__(self):
        self.ours, self.theirs = pty.openpty()
        self.parts = []

    def read(self):
        while True:
            try:
                part = os.read(self.ours, 1024)
            except OSError:
                return
            if not part:
                return
            self.parts.append(part.decode())
            print(part.decode().strip(), flush=True)

    def run(self, command):
        reader = threading.Thread(target=self.read, name="terminal")
        with subprocess.Popen(
            command, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs
        ) as program:
            os.close(self.theirs)
            reader.start()
            code = program.wait()
        reader.join()
        os.close(self.ours)
        return code


def main():
    terminal = Terminal()
    code = terminal.run([sys.executable, "-c", TOOL])
    found = re.findall(r"register (\d+) is", "".join(terminal.parts))
    print("ended with", code, "-", len(found), "registers", flush=True)


if __name__ == "__main__":
    main()
