"""Count the descendants of all founders."""

import sys

from family import people, reading, statistics


def main():
    sys.setrecursionlimit(200_000)
    founders = reading.families(reading.register(3000))
    print(statistics.summary(founders), flush=True)
    for founder in sorted(founders, key=people.ByAge):
        print(founder.name, founder.descendants(), "descendants", flush=True)


if __name__ == "__main__":
    main()
