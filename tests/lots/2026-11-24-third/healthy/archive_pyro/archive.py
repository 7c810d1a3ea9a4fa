"""An archive that other processes ask by Pyro; a scan takes its time."""

import threading
import time

import Pyro5.api


@Pyro5.api.expose
class Archive:
    def __init__(self):
        self.scanner = threading.Lock()
        self.scans = 0

    def scan(self, box):
        with self.scanner:
            time.sleep(7)
            self.scans += 1
            return f"box {box}: {self.scans * 31 % 17} letters"
