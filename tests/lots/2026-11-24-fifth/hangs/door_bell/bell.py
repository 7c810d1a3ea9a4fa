"""The bell of a door: its driver calls back in a thread of its own."""

import threading
import time


class Bell:
    def __init__(self, rings, pause):
        self.rings, self.pause = rings, pause
        self.listeners = []

    def listen(self, function):
        self.listeners.append(function)
        return function

    def start(self):
        threading.Thread(target=self._drive, name="bell", daemon=True).start()

    def _drive(self):
        number = 0
        while True:
            time.sleep(self.pause)
            number += number < self.rings
            for function in self.listeners:
                function(number)
