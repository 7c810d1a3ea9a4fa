"""How fast does it get dark? Looks at the light of the last seconds."""

import sys
from collections import deque

from sensor import Sensor


class Dusk:
    def __init__(self, sensor, seconds=3):
        self.sensor = sensor
        self.lately = deque(maxlen=seconds)

    def step(self):
        light = self.sensor.look().light()
        self.lately.append(light)

    def fall(self):
        """The mean of the newest frame less that of the oldest."""
        return float(self.lately[-1].mean() - self.lately[0].mean())


def main():
    dusk = Dusk(Sensor(sys.argv[1]))
    for second in range(5):
        dusk.step()
        print(second, round(dusk.fall(), 3), flush=True)


if __name__ == "__main__":
    main()
