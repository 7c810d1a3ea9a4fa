"""Starts the town's trams."""

import os
import sys
import threading
import time

from asphalt.core import cli

HERE = os.path.dirname(os.path.abspath(__file__))


def sun(stop):
    """The sun goes round; trams do not care."""
    while not stop.wait(5):
        _ = time.localtime().tm_hour


def main():
    stop = threading.Event()
    threading.Thread(target=sun, args=(stop,), daemon=True, name="sun").start()
    sys.path.insert(0, HERE)
    try:
        cli.main(["run", os.path.join(HERE, "timetable.yaml")])
    finally:
        stop.set()


if __name__ == "__main__":
    main()
