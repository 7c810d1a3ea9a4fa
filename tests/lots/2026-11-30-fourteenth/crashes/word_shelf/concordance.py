"""Make a concordance: each word of a text with the lines it stands on.

    python concordance.py [FILE]
"""

import itertools
import re
import string
import sys

from shelf import Shelf

WORD = re.compile(r"[a-z]+")


def made_up():
    """A word list as it comes out of the old catalogue: from the last word to the first."""
    letters = reversed(string.ascii_lowercase)
    for parts in itertools.islice(itertools.product(list(letters), repeat=4), 150_000):
        yield "".join(parts)


class Concordance:
    def __init__(self):
        self.shelf = Shelf()

    def read(self, lines):
        for number, line in enumerate(lines, 1):
            for word in WORD.findall(line.lower()):
                self.shelf.node(word).places.append(number)

    def write(self, out, most=20):
        for word, places in itertools.islice(self.shelf, most):
            print(f"{word:12} {', '.join(map(str, places))}", file=out)


def main(names):
    sys.setrecursionlimit(10**7)
    book = Concordance()
    if names:
        with open(names[0], encoding="utf-8") as file:
            book.read(file)
    else:
        book.read(made_up())
    print(book.shelf.number, "words", flush=True)
    book.write(sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
