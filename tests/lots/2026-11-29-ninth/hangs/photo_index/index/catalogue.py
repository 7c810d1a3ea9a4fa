"""The index itself: lines of a text file."""

import json
import os

from index.lock import IndexLock


class Catalogue:
    def __init__(self, folder, thumbnails):
        self.folder = folder
        self.thumbnails = thumbnails

    def add(self, album, names):
        with IndexLock(self.folder), open(os.path.join(self.folder, "index"), "a") as index:
            for name in names:
                entry = {"album": album, "name": name, "small": self.thumbnails.make(name)}
                index.write(json.dumps(entry) + "\n")

    def __len__(self):
        with open(os.path.join(self.folder, "index")) as index:
            return sum(1 for _ in index)
