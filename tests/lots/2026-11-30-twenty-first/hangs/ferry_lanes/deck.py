"""Lanes of a car deck, filled in turns."""

import itertools
import threading
from dataclasses import dataclass, field


@dataclass
class Lane:
    name: str
    metres: float
    open: bool = True
    cars: list = field(default_factory=list)

    @property
    def free(self):
        return self.metres - sum(length for _, length in self.cars)

    def takes(self, length):
        return self.open and self.free >= length


class Deck:
    def __init__(self, lanes):
        self.lanes = lanes
        self._turns = itertools.cycle(lanes)
        self._lock = threading.Lock()
        self.left = []

    def place(self, plate, length):
        """Puts a car into the next lane that takes it."""
        with self._lock:
            lane = next(lane for lane in self._turns if lane.takes(length))
            lane.cars.append((plate, length))
            return lane.name

    def close(self, name):
        for lane in self.lanes:
            if lane.name == name:
                lane.open = False

    @property
    def load(self):
        return sum(len(lane.cars) for lane in self.lanes)
