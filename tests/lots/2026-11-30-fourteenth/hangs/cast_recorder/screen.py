import contextlib
import re
import sys
import termios
import tty


class Screen:
    """As much of a terminal as a menu needs."""

    POSITION = re.compile(r"\x1b\[(\d+);(\d+)R")

    def __init__(self):
        self.keys = sys.stdin
        self.typed = ""

    @contextlib.contextmanager
    def raw(self):
        before = termios.tcgetattr(self.keys)
        tty.setcbreak(self.keys)
        try:
            yield
        finally:
            termios.tcsetattr(self.keys, termios.TCSADRAIN, before)

    def write(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def position(self):
        """Row and column of the cursor; what was typed meanwhile is kept."""
        with self.raw():
            self.write("\x1b[6n")
            text = ""
            while not (answer := self.POSITION.search(text)):
                text += self.keys.read(1)
        self.typed += text[: answer.start()]
        return int(answer[1]), int(answer[2])

    def put(self, row, column, text, reverse=False):
        style = "\x1b[7m" if reverse else ""
        self.write(f"\x1b[{row};{column}H{style}{text}\x1b[0m")
