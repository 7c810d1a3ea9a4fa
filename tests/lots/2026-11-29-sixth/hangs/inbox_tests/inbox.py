"""An inbox: a folder into which a scanner puts files; inotify tells of them."""

import os
import pathlib
import tempfile
import threading
import time

from inotify_simple import INotify, flags


class Scanner:
    def __init__(self, folder, seconds):
        self.folder = folder
        self.seconds = seconds

    def start(self, *names):
        thread = threading.Thread(target=self.scan, args=names, name="scanner", daemon=True)
        thread.start()
        return thread

    def scan(self, *names):
        for name in names:
            time.sleep(self.seconds)
            part = self.folder / f"{name}.part"
            part.write_bytes(b"scan" * 100)
            os.rename(part, self.folder / name)


class Inbox:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def wait_for(self, name):
        """The file of that name, once it has come in."""
        watch = INotify()
        watch.add_watch(self.folder, flags.MOVED_TO)
        while True:
            for event in watch.read():
                if event.name == name:
                    watch.close()
                    return self.folder / name
