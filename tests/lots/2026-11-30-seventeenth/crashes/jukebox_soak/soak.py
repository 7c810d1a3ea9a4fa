"""A soak test of the jukebox: guests of all kinds press its buttons for a night."""

import collections
import logging
import threading
import time

from buttons import Child, Guest
from player import Player, Track

log = logging.getLogger("soak")


class Volume:
    def __init__(self):
        self.level = 3
        self.lock = threading.Lock()

    def louder(self):
        with self.lock:
            self.level = min(11, self.level + 1)

    def fade(self):
        while True:
            time.sleep(0.05)
            with self.lock:
                self.level = max(1, self.level - 1)


class Night:
    def __init__(self, player):
        self.player = player
        self.volume = Volume()
        self.counts = collections.Counter()
        threading.Thread(target=self.volume.fade, name="fade", daemon=True).start()

    def visit(self, guest, presses):
        actions = {"skip": self.player.skip, "clear": self.player.clear, "louder": self.volume.louder}
        self.player.start()
        for name in guest.presses(presses):
            actions[name]()
            self.counts[name] += 1
        self.player.clear()
        log.info("%s: %s", type(guest).__name__, dict(self.counts))


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    player = Player([Track("The Kettles", f"Song {number}") for number in range(40)])
    night = Night(player)
    for seed in range(5):
        night.visit(Guest(seed), 2000)
    night.visit(Child(9), 600_000)
    log.info("played %d", len(player.played))


if __name__ == "__main__":
    main()
