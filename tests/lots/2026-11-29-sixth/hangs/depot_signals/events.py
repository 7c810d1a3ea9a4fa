"""What happens in a depot of trams (blinker)."""

import threading
import time

from blinker import signal

arrived = signal("arrived")
left = signal("left")


class Line(threading.Thread):
    """Trams of a line come and go."""

    def __init__(self, name, trams):
        super().__init__(name=name, daemon=True)
        self.trams = trams

    def run(self):
        while True:
            for tram in range(self.trams):
                time.sleep(0.1)
                arrived.send(self, tram=tram)
                time.sleep(0.1)
                left.send(self, tram=tram)
