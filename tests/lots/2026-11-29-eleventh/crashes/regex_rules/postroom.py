"""Sorts the letters of the day."""

import sys

from rulebook import BOOK, rules_of
from rules import Rules

LETTERS = ["Re: your visit", "the bill of May", "meet on 2026-11"]


def main():
    rules = Rules(sys.argv[1])
    for pattern, box in rules_of(BOOK):
        rules.add(pattern, box)
        print("rule", pattern, flush=True)
    for letter in LETTERS:
        print(rules.box_of(letter), "<-", letter, flush=True)


if __name__ == "__main__":
    main()
