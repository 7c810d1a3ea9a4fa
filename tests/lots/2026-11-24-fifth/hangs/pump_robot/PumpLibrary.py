"""Keywords for the pump of a test stand; a thread polls its pressure."""

import threading
import time

from robot.api import logger


class Stand:
    """The line to the stand: one request at a time."""

    def __init__(self):
        self.line = threading.RLock()
        self.level = 0
        self.running = False

    def request(self, command):
        with self.line:
            time.sleep(0.01)
            if command == "on":
                self.running = True
            elif command == "off":
                self.running = False
            elif command == "level" and self.running:
                self.level += 1
            return self.level


class Poller:
    """Reads the level again and again, for whom wants it."""

    def __init__(self, stand):
        self.stand = stand
        self.level = 0
        self.going = True
        self.thread = threading.Thread(target=self.poll, name="poller", daemon=True)
        self.thread.start()

    def poll(self):
        while self.going:
            self.level = self.stand.request("level")
            time.sleep(0.02)

    def stop(self):
        self.going = False
        self.thread.join()


class PumpLibrary:
    ROBOT_LIBRARY_SCOPE = "SUITE"

    def __init__(self):
        self.stand = Stand()
        self.poller = None

    def switch_on(self):
        self.stand.request("on")
        self.poller = Poller(self.stand)

    def fill_to(self, level):
        while self.poller.level < int(level):
            time.sleep(0.05)
        logger.info(f"level {self.poller.level}")

    def switch_off(self):
        if self.poller is None:
            return
        with self.stand.line:  # nothing may come between the two
            time.sleep(0.1)
            self.stand.request("off")
            self.poller.stop()
        self.poller = None
