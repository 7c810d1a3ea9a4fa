"""Let marbles run: python run.py --marbles 6"""

import argparse
import logging

from marbles.race import Race
from marbles.track import Track

NAMES = ["amber", "jade", "opal", "ruby", "onyx", "agate", "beryl", "topaz"]


def build(number):
    track = Track()
    track.add_board((0, 300), (200, 250))
    track.add_board((240, 200), (60, 150))
    track.add_board((20, 120), (180, 60))
    for at, name in enumerate(NAMES[:number]):
        track.add_marble(name, (20 + 25 * at, 340 + 12 * at))
    return track


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--marbles", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    race = Race(build(options.marbles))
    for name, time in sorted(race.run(options.seconds).items(), key=lambda item: item[1]):
        print(name, time, flush=True)


if __name__ == "__main__":
    main()
