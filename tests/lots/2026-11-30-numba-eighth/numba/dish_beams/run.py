"""Antennas for three volumes of a radome, with their beams."""

import numpy as np
from antenna import pattern, power, size_for


class Antenna:
    def __init__(self, volume, wave):
        self.radius = size_for(volume) / 2.0
        self.wave = wave

    def beam(self, decibels):
        angles = np.linspace(0.0, 0.5, 2000)
        found = pattern(self.radius, self.wave, angles)
        return angles[np.argmax(found < power(decibels) * found[0])]


def main():
    for volume in (0.5, 2.0, 9.0):
        antenna = Antenna(volume, 0.03)
        print(volume, "radius", round(antenna.radius, 3), flush=True)
        print("    beam", round(float(np.degrees(antenna.beam(-3.0))), 3))


if __name__ == "__main__":
    main()
