"""Make lists of what a library has, by first letter.

    CARD_INDEX=./index.so python catalogue.py
"""

import argparse
import itertools

from cards import Table

BOOKS = ["Anna Karenina", "Emma", "Faust", "Momo", "Ulysses", "Dracula", "Candide", "Heidi"]


class Catalogue:
    def __init__(self, books, copies):
        self.books = books
        self.copies = copies

    def table(self):
        """A table of all copies, in order."""
        numbered = (f"{book}, copy {n}" for book in self.books for n in range(self.copies))
        return Table(sorted(numbered))

    def count(self):
        table = self.table()
        return sum(1 for _ in table.cards())

    def by_letter(self):
        for letter, cards in itertools.groupby(self.table().cards(), lambda card: card[0][0]):
            yield letter, [shelf for _, shelf in cards]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=3)
    options = parser.parse_args()
    catalogue = Catalogue(BOOKS, options.copies)
    print(catalogue.count(), "copies", flush=True)
    for letter, shelves in catalogue.by_letter():
        print(letter, shelves, flush=True)


if __name__ == "__main__":
    main()
