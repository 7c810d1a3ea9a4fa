"""A folder with boxes, which several programs use: each locks it first."""

import contextlib
import json
import pathlib

from filelock import FileLock


class Shelf:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.index = self.folder / "index.json"
        self.lock = FileLock(str(self.folder / ".lock"))

    @property
    def name(self):
        return self.folder.name

    def boxes(self):
        if not self.index.exists():
            return []
        return json.loads(self.index.read_text())

    def write(self, boxes):
        self.index.write_text(json.dumps(boxes))

    @contextlib.contextmanager
    def open(self):
        """The list of boxes, written back at the end."""
        with self.lock:
            boxes = self.boxes()
            yield boxes
            self.write(boxes)
