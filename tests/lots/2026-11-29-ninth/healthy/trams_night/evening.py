"""An evening of the traffic office, which waits until all displays are dark."""

import logging
import time

from displays import display, office, timetable

STOPS = ["Central", "Harbour", "University"]


def rounds(count):
    for number in range(count):
        time.sleep(1)
        yield number


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    line = timetable.Line(7, "Zoo", 12)
    traffic = office.Office([display.Display(stop) for stop in STOPS])
    with traffic.open(line):
        for _ in rounds(3):
            for stop, rows in traffic.look().items():
                print(stop, rows[-1:], flush=True)
    print("all displays are dark")


if __name__ == "__main__":
    main()
