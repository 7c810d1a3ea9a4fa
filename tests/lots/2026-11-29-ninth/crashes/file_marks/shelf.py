"""Sorts the files of a folder that came from several old machines."""

import collections
import concurrent.futures
import os
import sys
import tempfile

import marks

NAMES = [b"list.txt", b"boat.jpg", b"waltz.ogg", b"brev.doc", b"sj\xf6n.jpg", b"b\xc3\xa5t.jpg"]


def unpack(folder):
    """As it lies on the disc of the old machine."""
    for name in NAMES:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(name)


class Shelf:
    def __init__(self, folder):
        self.folder = folder
        self.kinds = collections.defaultdict(list)

    def names(self):
        with os.scandir(self.folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_file())

    def look(self, name):
        return marks.mark(name), name

    def sort(self):
        with concurrent.futures.ThreadPoolExecutor(2, "looker") as pool:
            for kind, name in pool.map(self.look, self.names()):
                self.kinds[kind].append(name)
        return self.kinds


def main():
    with tempfile.TemporaryDirectory() as folder:
        unpack(folder)
        for kind, names in Shelf(folder).sort().items():
            print(kind, len(names), flush=True)


if __name__ == "__main__":
    sys.exit(main())
