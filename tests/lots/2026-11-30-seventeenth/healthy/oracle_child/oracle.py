"""Reads questions, one a line, thinks, and answers, one a line."""

import sys
import time


def think(question):
    time.sleep(9.5)
    return sum(map(ord, question)) % 100


def main():
    for line in sys.stdin:
        print(think(line.strip()), flush=True)


if __name__ == "__main__":
    main()
