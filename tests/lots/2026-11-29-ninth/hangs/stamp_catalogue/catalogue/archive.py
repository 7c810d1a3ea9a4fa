"""The archive: slow, and nobody may ask it too often at once."""

import threading
import time

SERIES = {
    "Castles": ["Kalmar", "Vadstena", "Gripsholm"],
    "Birds": ["Wren", "Dipper", "Crane", "Swift"],
    "Ships": ["Vasa", "Götheborg"],
}
PRICES = {"Wren": 4.5, "Crane": 12.0, "Vasa": 30.0}


class Archive:
    def __init__(self):
        self.asked = 0
        self._count = threading.Lock()

    def _look_up(self, seconds=0.05):
        with self._count:
            self.asked += 1
        time.sleep(seconds)

    def series(self, name):
        self._look_up()
        return SERIES[name]

    def price(self, stamp):
        self._look_up()
        return PRICES.get(stamp, 1.0)
