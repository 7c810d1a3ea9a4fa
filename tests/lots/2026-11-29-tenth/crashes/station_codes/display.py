"""A display at a stop: `display.py LIBRARY`"""

import logging
import sys
import threading
import time

from network import Departure, Timetable
from stations import Stations

log = logging.getLogger("display")


class Display:
    def __init__(self, timetable, stations, rows=3):
        self.timetable = timetable
        self.stations = stations
        self.rows = rows
        self.shown = []

    def show(self, minute):
        self.shown = [
            f"{departure.due:3} min  {self.stations.end(departure.line)}"
            for departure in self.timetable.after(minute, self.rows)
        ]
        return "\n".join(self.shown)


def control_room(timetable):
    for line in (0, 2, 1):
        time.sleep(0.05)
        timetable.delay(line, 2)
        log.info("line %d is late", line)


def main(library):
    logging.basicConfig(level=logging.INFO)
    timetable = Timetable(Departure(line, minute) for line in range(3) for minute in range(line, 60, 10))
    room = threading.Thread(target=control_room, args=(timetable,), name="control room")
    room.start()
    display = Display(timetable, Stations(library))
    time.sleep(0.3)
    for minute in range(0, 60, 10):
        print(display.show(minute), flush=True)
    room.join()


if __name__ == "__main__":
    main(sys.argv[1])
