"""Talk to the kiln's monitor as a person would: through a terminal, and not often."""

import os
import pty
import sys
import time
from pathlib import Path


class Terminal:
    def __init__(self, arguments):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execv(arguments[0], arguments)
        self.text = ""

    def until(self, mark):
        while mark not in self.text:
            self.text += os.read(self.descriptor, 1024).decode()
        before, self.text = self.text.split(mark, 1)
        return before

    def say(self, line):
        os.write(self.descriptor, line.encode() + b"\n")


def main():
    monitor = str(Path(__file__).with_name("monitor.py"))
    terminal = Terminal([sys.executable, monitor])
    terminal.until("kiln> ")
    for _ in range(20):
        terminal.say("heat")
        print(terminal.until("kiln> ").split()[-1], "degrees", flush=True)
        time.sleep(14)
    terminal.say("quit")
    terminal.until("bye")


if __name__ == "__main__":
    main()
