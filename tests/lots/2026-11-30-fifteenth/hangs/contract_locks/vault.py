import os

from filelock import FileLock


class Vault:
    """Files that somebody works on, with a lock file beside each of them."""

    def __init__(self, folder):
        self.folder = folder
        self._locks = {}

    def _lock(self, name):
        if name not in self._locks:
            self._locks[name] = FileLock(os.path.join(self.folder, name + ".lock"))
        return self._locks[name]

    def check_out(self, name):
        self._lock(name).acquire()
        with open(os.path.join(self.folder, name), "a+") as file:
            file.seek(0)
            return file.read()

    def check_in(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)
        self._lock(name).release()
