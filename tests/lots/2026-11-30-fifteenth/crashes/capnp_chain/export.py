"""Writes journals as dictionaries, for the archive."""

import sys

from journal import Journal


def depth(entry):
    number = 0
    while entry:
        number += 1
        entry = entry.get("before")
    return number


def main():
    for name, number in [("door", 20), ("lift", 400), ("boiler", 120_000)]:
        journal = Journal(name)
        for each in range(number):
            journal.note(f"{name} event {each}")
        print(name, depth(journal.export()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
