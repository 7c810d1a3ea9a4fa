"""Exports what is in the warehouse in all formats."""

import argparse
import logging
import threading
import time

log = logging.getLogger("export")


def beat():
    while True:
        time.sleep(1)
        log.info("still here")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", default="csv")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    threading.Thread(target=beat, name="beat", daemon=True).start()

    from plugins import REGISTRY  # <-- here

    print(REGISTRY[options.format]([["tea", 7], ["cups", 2]]))


if __name__ == "__main__":
    main()
