"""How much a tour climbs: the sum of all that goes up."""

import math
import sys

from track import Track


def tour(points):
    track = Track()
    for i in range(points):
        angle = i / 90.0
        track.add(1000 * math.cos(angle), 1000 * math.sin(angle), 600 + 150 * math.sin(angle * 3))
    return track


def climb(track):
    total = 0.0
    before = track[0].height
    for point in track:
        total += max(0.0, point.height - before)
        before = point.height
    return total


def main():
    track = tour(2400)
    print(len(track), "points,", round(track[len(track) - 1].height), "m at the end", flush=True)
    print(round(climb(track)), "m up")
    return 0


if __name__ == "__main__":
    sys.exit(main())
