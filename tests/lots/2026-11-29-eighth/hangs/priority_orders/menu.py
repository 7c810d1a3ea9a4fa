"""What there is, how long it takes, and how urgent it is for whom."""

import enum
import logging
import threading
import time

log = logging.getLogger("menu")


class Urgency(enum.IntEnum):
    CHILD = 1
    HURRY = 3
    GUEST = 5
    REGULAR = 8
    STAFF = 9


class Times:
    MINUTES = {"soup": 0.05, "roast": 0.2, "salad": 0.02}

    def simmer(self, dish):
        log.info("%s is on", dish)
        time.sleep(self.MINUTES[dish])


class Music(threading.Thread):
    """There is always music."""

    def __init__(self, songs):
        super().__init__(name="music", daemon=True)
        self.songs = songs

    def run(self):
        while True:
            for song in self.songs:
                time.sleep(0.7)
                log.debug("now: %s", song)
