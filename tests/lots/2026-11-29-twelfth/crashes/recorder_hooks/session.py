"""Record a session: python session.py LIBRARY --gain 1.5"""

import argparse
import array
import logging
import math

from recorder import Recorder


def tone(hertz, amplitude, number=256):
    """A short piece of a tone, clipped to 16 bits."""
    wave = (amplitude * math.sin(2 * math.pi * hertz * n / 48000) for n in range(number))
    return array.array("h", (int(min(max(value, -32768), 32767)) for value in wave))


class Session:
    def __init__(self, recorder, gain):
        self.recorder = recorder
        self.gain = gain
        self.peaks = {}

    def play(self, name, hertz, amplitude):
        self.peaks[name] = self.recorder.feed(tone(hertz, amplitude * self.gain))
        logging.info("%s: %d", name, self.peaks[name])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--gain", type=float, default=1.5)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with Recorder(options.library) as recorder:
        session = Session(recorder, options.gain)
        session.play("flute", 880, 9000)
        session.play("viola", 440, 14000)
        session.play("horn", 220, 26000)
        print(len(recorder.overloads), "times too loud")


if __name__ == "__main__":
    main()
