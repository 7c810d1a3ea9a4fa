"""Follows the levels of a river, which a child of sh tells every seven seconds."""

import sys

import sh

GAUGE = """
import time
for number in range(1000):
    print("level", 200 + number % 9, flush=True)
    time.sleep(7)
"""


def main():
    python = sh.Command(sys.executable)
    for line in python("-c", GAUGE, _iter=True):
        print(line.strip(), flush=True)


if __name__ == "__main__":
    main()
