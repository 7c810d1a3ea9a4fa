"""Tokens in a pipe, as make's jobserver has them: who has one may work."""

import contextlib
import os


class Tokens:
    def __init__(self, number):
        self.ends = os.pipe()
        os.write(self.ends[1], b"+" * number)

    @contextlib.contextmanager
    def one(self):
        token = os.read(self.ends[0], 1)
        try:
            yield
        finally:
            os.write(self.ends[1], token)
