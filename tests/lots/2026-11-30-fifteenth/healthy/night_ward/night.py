"""A night on the ward: rounds by the clock, and whoever rings."""

import sys

from ward import Ward


def main():
    ward = Ward(17.0)
    ward.watch()
    print(ward.rounds, "rounds,", ward.rings, "rings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
