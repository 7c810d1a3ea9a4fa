"""Draw a little, and undo some of it.

    python board.py LIBRARY
"""

import argparse
import logging

from history import History
from sketch import Sketch, load

log = logging.getLogger("board")


class Board:
    def __init__(self, library):
        self.history = History(Sketch(library, "house"))

    def do(self, what, *args):
        """One step that can be undone."""
        self.history.keep()
        getattr(self.history.sketch, what)(*args)
        log.info("%s: %.1f wide", what, self.history.sketch.width)

    def undo(self):
        self.history.undo()
        log.info("undone: %.1f wide", self.history.sketch.width)

    def tidy(self):
        self.history.forget(2)
        log.info("%d states", len(self.history.before))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    board = Board(load(options.library))
    board.do("add", (0, 0), (4, 0), (4, 3), (0, 3))
    board.do("add", (2, 5))
    board.do("scale", 1.5)
    board.undo()
    board.do("add", (9, 1))
    board.tidy()
    board.undo()


if __name__ == "__main__":
    main()
