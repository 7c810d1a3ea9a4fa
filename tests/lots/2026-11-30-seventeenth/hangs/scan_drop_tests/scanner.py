"""A scanner that is a program of its own: it puts pictures into a folder."""

import pathlib
import subprocess
import sys
import threading
import time

DRIVER = """
import pathlib, sys, time
target = pathlib.Path(sys.argv[1])
time.sleep(0.3)
target.parent.mkdir(parents=True, exist_ok=True)
target.write_bytes(b"P5 4 4 255 " + bytes(range(16)))
"""


class Scanner:
    def __init__(self, folder, command=(sys.executable, "-c", DRIVER)):
        self.folder = pathlib.Path(folder)
        self.command = command
        self.folder.mkdir(parents=True, exist_ok=True)
        self.number = 0

    def scan(self):
        """Starts a scan and gives back the picture's path when it is there."""
        self.number += 1
        path = self.folder / f"page-{self.number:03d}.pgm"
        driver = subprocess.Popen([*self.command, str(path)])
        while not path.exists():
            time.sleep(0.05)
        if driver.wait():
            raise OSError(f"the scanner failed ({driver.returncode})")
        return path


class Lamp(threading.Thread):
    """Blinks while the scanner is open."""

    def __init__(self):
        super().__init__(name="lamp", daemon=True)
        self.off = threading.Event()
        self.blinks = 0

    def run(self):
        while not self.off.wait(0.25):
            self.blinks += 1
