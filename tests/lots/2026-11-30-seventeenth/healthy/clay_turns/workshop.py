import argparse
import itertools
import logging
import threading
import time

from kiln import Kiln

log = logging.getLogger("workshop")


class Potter(threading.Thread):
    def __init__(self, name, kiln, until):
        super().__init__(name=name)
        self.kiln = kiln
        self.until = until
        self.notes = []

    def run(self):
        for pot in itertools.count(1):
            if time.monotonic() > self.until:
                return
            for note in self.kiln.firing(self.name, 4):
                self.notes.append((pot, note))
                time.sleep(1.5)
            log.info("%s: pot %d", self.name, pot)
            time.sleep(0.3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=150)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    kiln = Kiln(1.5)
    until = time.monotonic() + options.seconds
    potters = [Potter(name, kiln, until) for name in ("Ines", "Karl", "Mara")]
    for potter in potters:
        potter.start()
    for potter in potters:
        potter.join()
    log.info("%d pots", len(kiln.fired))


if __name__ == "__main__":
    main()
