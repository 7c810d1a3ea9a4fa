import random
import sys
import time

from router import Router


class Thermometer:
    name = "air"

    def __init__(self, rng):
        self.rng = rng

    def read(self):
        return round(self.rng.gauss(14.0, 2.5), 1)


class RainGauge:
    """Counts how often its spoon has tipped."""

    name = "rain"

    def __init__(self, rng):
        self.rng = rng

    def read(self):
        return self.rng.randrange(4)


def main():
    rng = random.Random(11)
    with Router(sys.argv[1]) as router:
        air, rain = Thermometer(rng), RainGauge(rng)
        for minute in range(60):
            router.put(air.name, air.read())
            if minute % 20 == 19:
                router.put(rain.name, rain.read())
                print(minute, router.sum(air.name), flush=True)
            time.sleep(0.05)


if __name__ == "__main__":
    main()
