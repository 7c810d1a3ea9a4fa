"""Writes samples of a sensor as fast as it can."""

import sys

for number in range(int(sys.argv[1])):
    print(f"{number};{(number * 7919) % 1000 / 10};{'x' * 80}")
