"""A gauging station: watch the level until the gauge is closed.

    python station.py LIBRARY --rules "warn 2.5; close 4"
"""

import argparse
import logging

from gauge import Gauge
from rules import parse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--rules", default="warn 2.5; close 3.5")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    gauge = Gauge(options.library, list(parse(options.rules)))
    gauge.start()
    gauge.ended.wait()
    print("highest:", max(gauge.levels), flush=True)


if __name__ == "__main__":
    main()
