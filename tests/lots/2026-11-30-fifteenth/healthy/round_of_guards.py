"""The rounds of night guards, by ischedule."""

import datetime
import time

from ischedule import run_loop, schedule


class Guard:
    def __init__(self, name, doors):
        self.name = name
        self.doors = doors
        self.rounds = 0

    def walk(self):
        for door in self.doors:
            time.sleep(0.4)
        self.rounds += 1
        print(datetime.datetime.now().time().isoformat("seconds"), self.name, self.rounds, flush=True)


def main():
    east = Guard("east", ["gate", "store", "lab"])
    west = Guard("west", ["hall", "garage"])
    schedule(east.walk, interval=22)
    schedule(west.walk, interval=31)
    run_loop()


if __name__ == "__main__":
    main()
