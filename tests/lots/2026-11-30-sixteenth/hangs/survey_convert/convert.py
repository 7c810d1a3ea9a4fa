"""Turns rows of a survey into others; says on standard error what it had to guess."""

import argparse
import sys


def rows(number, seed):
    value = seed
    for index in range(number):
        value = (value * 1103515245 + 12345) % (1 << 31)
        yield index, value % 997, "NSEW"[value >> 7 & 3]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--explain", action="store_true")
    options = parser.parse_args()
    for index, metres, side in rows(options.rows, options.seed):
        if options.explain and metres > 700:
            print(f"row {index}: {metres} m is more than a day's way, taken for feet", file=sys.stderr)
            metres = round(metres * 0.3048)
        print(f"{index},{metres},{side}")


if __name__ == "__main__":
    main()
