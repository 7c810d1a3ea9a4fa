"""Grinds sacks of grain by commands, one after the other, each of eleven seconds. With sarge."""

import logging
import threading

import sarge

log = logging.getLogger("mills")


class Mill:
    def __init__(self, name):
        self.name = name
        self.sacks = 0
        self.turned = threading.Condition()

    def grind(self, kind):
        out = sarge.Capture()
        running = sarge.run(sarge.shell_format("sleep 11 && echo flour of {0}", kind), stdout=out)
        with self.turned:
            self.sacks += running.returncode == 0
            self.turned.notify_all()
        return out.text.strip()


class Bookkeeper(threading.Thread):
    """Writes each sack down."""

    def __init__(self, mill):
        super().__init__(name="bookkeeper", daemon=True)
        self.mill = mill
        self.written = 0

    def run(self):
        with self.mill.turned:
            while True:
                self.mill.turned.wait_for(lambda: self.mill.sacks > self.written)
                self.written += 1
                log.info("sack %d is in the book", self.written)


def main():
    logging.basicConfig(level=logging.INFO)
    mill = Mill("north")
    Bookkeeper(mill).start()
    for kind in ("wheat", "rye", "spelt", "oats", "barley", "maize"):
        print(mill.grind(kind), flush=True)


if __name__ == "__main__":
    main()
