"""Lamps that blink while something is under way."""

import itertools
import threading


class Lamp(threading.Thread):
    def __init__(self, name, beat=0.3):
        super().__init__(name=name, daemon=True)
        self.beat = beat
        self.lit = False
        self._off = threading.Event()

    def run(self):
        for number in itertools.count():
            self.lit = bool(number % 2)
            if self._off.wait(self.beat):
                break

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self._off.set()
        self.join()
