"""A night's programme at the small telescope."""

import argparse
import logging
import threading
import time

from mount import Mount, RateTable

TABLE = RateTable(
    borders=[[400, 3600], [200, 1500, 2200]],
    rates=[[10, 40, 10], [5, 25, 15]],
)
PROGRAMME = [
    ("Vega", 2100, 900),
    ("M 13", 1800, 1400),
    ("Polaris", 300, 2350),
    ("Mizar", 900, 1700),
    ("Zeta Dra", 2500, 2600),
    ("Deneb", 2700, 1200),
]


class Dome(threading.Thread):
    """Follows the mount, as far as it can be heard."""

    def __init__(self):
        super().__init__(name="dome", daemon=True)
        self.seen = 0

    def run(self):
        while True:
            time.sleep(0.2)
            self.seen += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    Dome().start()
    with Mount(TABLE) as mount:
        for name, right, up in PROGRAMME:
            if options.only and name != options.only:
                continue
            ticks = mount.slew(0, right) + mount.slew(1, up)
            print(name, "after", ticks, "ticks", flush=True)


if __name__ == "__main__":
    main()
