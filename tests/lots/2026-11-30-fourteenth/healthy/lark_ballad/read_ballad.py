"""How many words has each verse of a ballad? By its grammar."""

import sys

from grammar import reader

BALLAD = "the king sits in dunfermline town drinking the blood red wine " * 12


class Words:
    def __init__(self, tree):
        self.tree = tree

    def __len__(self):
        return sum(1 for _ in self.tree.scan_values(lambda token: True))


def main():
    parser = reader()
    words = BALLAD.split()
    for number in range(20, len(words), 10):
        tree = parser.parse(" ".join(words[:number]))
        print(number, len(Words(tree)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
