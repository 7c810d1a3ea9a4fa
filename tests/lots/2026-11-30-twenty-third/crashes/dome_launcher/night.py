import argparse
import dataclasses
import os
import time

import settings

ZONES = ["Europe/Rome", "Atlantic/Canary", "America/Santiago"]


@dataclasses.dataclass
class Shot:
    plate: str
    zone: str
    at: float
    local: str = ""


class Night:
    def __init__(self, began, plates):
        self.began = began
        self.plates = plates
        self.shots = []

    def in_zone(self, zone, moment):
        """Local time at the dome that took the plate."""
        before = os.environ.get("TZ")
        os.environ["TZ"] = zone
        time.tzset()
        try:
            return time.strftime("%H:%M", time.localtime(moment))
        finally:
            if before is None:
                del os.environ["TZ"]
            else:
                os.environ["TZ"] = before

    def by_zone(self):
        """How many plates each dome has taken, the busiest first."""
        counts = {zone: 0 for zone in ZONES}
        for shot in self.shots:
            counts[shot.zone] += 1
        return sorted(counts.items(), key=lambda item: -item[1])

    def expose(self, number):
        shot = Shot(self.plates[number % len(self.plates)], ZONES[number % 3], self.began + 600 * number)
        shot.local = self.in_zone(shot.zone, shot.at)
        self.shots.append(shot)
        return shot


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shots", type=int, default=6)
    options = parser.parse_args()
    night = Night(1_700_000_000, [f"plates/{n:04d}.fit" for n in range(800)])
    print("trial", night.expose(0), flush=True)
    with settings.dome(night.plates, ["wide", "narrow"]):
        for number in range(options.shots):
            print(night.expose(number), flush=True)
    print(night.by_zone())


if __name__ == "__main__":
    main()
