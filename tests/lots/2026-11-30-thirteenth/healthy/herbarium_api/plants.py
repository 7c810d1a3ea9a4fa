"""Which plant is it? One model for all requests, which takes its time."""

import threading
import time

NAMES = ["Bellis perennis", "Rosa canina", "Urtica dioica", "Salvia pratensis"]


class Identifier:
    def __init__(self, seconds):
        self.seconds = seconds
        self.busy = threading.Lock()
        self.done = 0

    def identify(self, picture):
        with self.busy:
            time.sleep(self.seconds)
            self.done += 1
            return NAMES[len(picture) % len(NAMES)]
