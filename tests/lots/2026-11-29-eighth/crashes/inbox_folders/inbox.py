"""How many letters are in which folder, over and over. SIGUSR1 writes a summary."""

import ctypes
import os
import pathlib
import signal
import sys
import tempfile
import threading


class Counter:
    def __init__(self, path):
        self._count = ctypes.CDLL(path).folder_count
        self._count.restype = ctypes.c_long

    def __call__(self, root, folder):
        return self._count(os.fsencode(root), folder.encode())


class Inbox:
    FOLDERS = ["new", "read", "sent"]

    def __init__(self, root, counter):
        self.root = root
        self.counter = counter
        self.counts = {}
        signal.signal(signal.SIGUSR1, self.summary)

    def fill(self):
        for number, folder in enumerate(self.FOLDERS):
            path = pathlib.Path(self.root, folder)
            path.mkdir()
            for letter in range(number + 2):
                (path / f"{letter}.txt").write_text("Dear Sir")

    def summary(self, *_):
        print(self.counts, flush=True)

    def count(self):
        for folder in self.FOLDERS:
            self.counts[folder] = self.counter(self.root, folder)

    def archive(self):
        """The folder of read letters gets another name."""
        os.rename(os.path.join(self.root, "read"), os.path.join(self.root, "archive"))


def main():
    stop = threading.Event()
    with tempfile.TemporaryDirectory() as root:
        inbox = Inbox(root, Counter(sys.argv[1]))
        inbox.fill()
        threading.Timer(0.5, inbox.archive).start()
        while not stop.wait(0.1):
            inbox.count()
            os.kill(os.getpid(), signal.SIGUSR1)


if __name__ == "__main__":
    main()
