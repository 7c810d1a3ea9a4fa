"""Feeds that lie in folders, where a rotation takes old parts away."""

import pathlib


class Feed:
    def __init__(self, folder, name, keep=6):
        self.folder = pathlib.Path(folder, name)
        self.folder.mkdir()
        self.keep = keep
        self.number = 0
        self.parts = []

    def write(self, size):
        path = self.folder / f"part-{self.number:04d}.bin"
        path.write_bytes(bytes(size))
        self.number += 1
        self.parts.append(path)
        self._rotate()

    def _rotate(self):
        for path in sorted(self.folder.iterdir())[: -self.keep]:
            path.unlink()
