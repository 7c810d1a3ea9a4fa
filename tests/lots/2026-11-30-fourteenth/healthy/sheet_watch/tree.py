"""Style sheets in a folder: which have changed since the last look?"""

import hashlib
from pathlib import Path


class Tree:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.sums = {}

    def changed(self):
        found = []
        for path in sorted(self.folder.glob("**/*.css")):
            digest = hashlib.blake2b(path.read_bytes()).hexdigest()
            if self.sums.get(path) != digest:
                self.sums[path] = digest
                found.append(path)
        return found
