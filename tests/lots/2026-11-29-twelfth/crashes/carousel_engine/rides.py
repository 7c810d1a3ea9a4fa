"""Rides: so many people, so many turns."""

import logging
import time

from engine import Engine

log = logging.getLogger(__name__)


class TooHeavy(Exception):
    pass


class Ride:
    LIMIT = 1200

    def __init__(self, library, speed=5.0):
        self.library = library
        self.speed = speed
        self.passengers = []

    def board(self, name, kilograms):
        self.passengers.append((name, kilograms))

    def check(self):
        weight = sum(kilograms for _, kilograms in self.passengers)
        if weight > self.LIMIT:
            raise TooHeavy(f"{weight} kg")

    def go(self, turns):
        with Engine(self.library, self.speed) as engine:
            while engine.turns < turns:
                time.sleep(0.02)
                self.check()
            return round(engine.turns)
