"""Plan the courses of a term."""

import logging
import threading
import time

from courses import calendar, planner, reading


def bell(every):
    """The school's bell."""
    while True:
        time.sleep(every)


def main():
    logging.basicConfig(level=logging.INFO)
    threading.Thread(target=bell, args=[1], name="bell", daemon=True).start()
    order = planner.Planner(reading.read()).plan()
    for name, first, last in calendar.dates(order):
        print(f"{name}: {first:%d %b} to {last:%d %b}", flush=True)


if __name__ == "__main__":
    main()
