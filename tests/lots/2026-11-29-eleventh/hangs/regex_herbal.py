"""Find the Latin names in an old herbal, as a scanner has read it: two letters may be wrong."""

import threading
import time

import regex

NAME = regex.compile(r"(?e)(?:(?:\w+\s?)+\.){e<=2}$")

HERBAL = [
    "Salvia officinalis.",
    "Thymus vulgaris.",
    "Taraxacum sect officinale aggregatum et omnia varia herbarum magnarum!",
    "Mentha aquatica.",
]


class Lamp(threading.Thread):
    def __init__(self):
        super().__init__(name="lamp", daemon=True)
        self.blinks = 0

    def run(self):
        while True:
            time.sleep(0.2)
            self.blinks += 1


def names(lines):
    for line in lines:
        if NAME.match(line):
            yield line.rstrip(".")


Lamp().start()
for name in names(HERBAL):
    print(name, flush=True)
