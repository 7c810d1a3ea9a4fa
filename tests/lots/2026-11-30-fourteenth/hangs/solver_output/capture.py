import contextlib
import os
import sys


class Captured:
    def __init__(self):
        self.text = ""

    def lines(self):
        return self.text.splitlines()


@contextlib.contextmanager
def standard_output():
    """What is written to file descriptor 1 meanwhile, also by libraries in C."""
    captured = Captured()
    sys.stdout.flush()
    saved = os.dup(1)
    reading, writing = os.pipe()
    os.dup2(writing, 1)
    os.close(writing)
    try:
        yield captured
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        with open(reading, encoding="utf-8") as source:
            captured.text = source.read()
