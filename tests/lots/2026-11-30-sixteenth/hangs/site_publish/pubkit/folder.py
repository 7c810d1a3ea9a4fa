import hashlib
import json
import os

from .lock import FolderLock


class Folder:
    def __init__(self, path):
        self.path = os.fspath(path)

    def _file(self, name):
        return os.path.join(self.path, name)

    def pages(self):
        return sorted(name for name in os.listdir(self.path) if name.endswith(".html"))

    def write(self, name, text):
        with FolderLock(self.path):
            self.put(name, text)

    def put(self, name, text):
        with open(self._file(name), "w", encoding="utf-8") as file:
            file.write(text)

    def digests(self):
        made = {}
        for name in self.pages():
            with open(self._file(name), "rb") as file:
                made[name] = hashlib.sha1(file.read()).hexdigest()
        return json.dumps(made, indent=1)
