"""Where a satellite stands above the ground, hour by hour."""

import math
from dataclasses import dataclass

from frames import about_x, about_z, distance

EARTH = 6378.0


@dataclass
class Orbit:
    radius: float
    inclination: float
    node: float
    hours: float

    def flat(self, hour):
        angle = 2.0 * math.pi * hour / self.hours
        return self.radius * math.cos(angle), self.radius * math.sin(angle)

    def position(self, hour):
        tilted = about_x(self.flat(hour), math.radians(self.inclination))
        return about_z(tilted, math.radians(self.node))

    def height(self, hour):
        return distance(self.position(hour)) - EARTH


def table(orbit, hours):
    for hour in range(hours):
        x, y, z = orbit.position(float(hour))
        yield hour, math.degrees(math.atan2(z, math.hypot(x, y)))


if __name__ == "__main__":
    for hour, latitude in table(Orbit(26_560.0, 55.0, 30.0, 11.97), 6):
        print(hour, round(latitude, 2))
