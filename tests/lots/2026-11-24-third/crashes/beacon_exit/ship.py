import argparse
import time

from beacon import Beacon
import control


class Ship:
    def __init__(self, beacon):
        self.beacon = beacon
        self.log = []

    def sail(self, legs):
        self.beacon.start()
        for leg in range(legs):
            time.sleep(0.2)
            self.log.append((leg, self.beacon.sent))
        if legs > 10:
            self.beacon.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--legs", type=int, default=4)
    options = parser.parse_args()
    ship = Ship(Beacon(options.library))
    ship.sail(options.legs)
    print(len(ship.log), "legs")


if __name__ == "__main__":
    with control.Control():
        control.quiet_pipes()
        main()
