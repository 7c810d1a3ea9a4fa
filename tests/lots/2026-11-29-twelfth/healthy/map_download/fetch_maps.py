"""Fetch maps from a bad server.

    python fetch_maps.py --size 200000 valley coast
"""

import argparse
import logging

from download import Download
from flaky import Server


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("maps", nargs="*", default=["valley", "coast"])
    parser.add_argument("--size", type=int, default=60_000)
    parser.add_argument("--pause", type=float, default=4)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    address = Server(options.size, options.pause).start()
    for name in options.maps:
        print(name, Download(address, f"/{name}").run(), flush=True)


if __name__ == "__main__":
    main()
