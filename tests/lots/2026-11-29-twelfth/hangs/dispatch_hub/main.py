"""Run the hub for some rounds and print the means.

    python main.py [--config FILE] [-v]
"""

import argparse
import logging
import sys

from hub import Hub, Settings


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", metavar="FILE")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    logging.basicConfig(
        level=logging.DEBUG if options.verbose else logging.INFO,
        format="%(asctime)s %(threadName)s %(message)s",
    )
    settings = Settings.read(options.config)
    with Hub(settings) as hub:
        logging.info("%d sensors", len(hub.sensors))
    for topic, keeper in hub.keepers.items():
        print(topic, round(keeper.mean(), 2), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
