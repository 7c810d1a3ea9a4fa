"""Imports the texts of an archive, folder by folder."""

import os
import pathlib
import tempfile

from statistics_of import Words
from text import Cleaner

TEXTS = {
    "1998/letter.txt": b"Dear Sir,\nThank You.\n",
    "1999/list.txt": b"Apples\nPEARS\nnuts\n",
    "2004/memo.txt": b"\xef\xbb\xbfTo All\nNo smoking\n",
}


class Archive:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def fill(self):
        for name, text in TEXTS.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text)

    def __iter__(self):
        for root, _, names in sorted(os.walk(self.folder)):
            yield from (pathlib.Path(root, name) for name in sorted(names))


def imported(archive):
    cleaner = Cleaner()
    for path in archive:
        with open(path, "rb") as file:
            yield path.name, [cleaner(line.rstrip()) for line in file]


def main():
    words = Words()
    words.start()
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(folder)
        archive.fill()
        for name, lines in imported(archive):
            words.add(lines)
            print(name, lines, words.most(), flush=True)


if __name__ == "__main__":
    main()
