"""Moves boxes from one shelf to another.

    python -m archive FROM TO BOX...
"""

import argparse
import logging
import time

from .shelf import Shelf

log = logging.getLogger("mover")


class Mover:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.moved = 0

    def move(self, box):
        with self.source.open() as here:
            if box not in here:
                log.warning("%s is not at %s", box, self.source.name)
                return False
            here.remove(box)
            time.sleep(0.4)  # down the stairs
            with self.target.open() as there:
                there.append(box)
        self.moved += 1
        return True


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("boxes", nargs="+")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO)
    mover = Mover(Shelf(options.source), Shelf(options.target))
    for box in options.boxes:
        mover.move(box)
    return 0 if mover.moved == len(options.boxes) else 1
