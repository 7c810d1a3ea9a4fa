"""The stock of a quarry is kept by an office far away; a breaker cuts calls to it when it fails."""

import time

import pybreaker

office = pybreaker.CircuitBreaker(fail_max=3, reset_timeout=20, name="office")


class Office:
    """Stands for the office at the other end of the line."""

    def __init__(self):
        self.tons = {"slate": 40, "granite": 90}

    def fetch(self, stone):
        time.sleep(12)
        return self.tons[stone]


far_away = Office()


@office
def tons_of(stone):
    return far_away.fetch(stone)
