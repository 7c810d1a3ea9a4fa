"""Edit a talk from a script: python talk.py"""

import threading
import time

from model import Deck
from render import Renderer, Thumbnails

EDITS = [(0, "Welcome"), (1, "Tides"), (2, "Moon"), (1, "Tides and what they are good for"), (3, "End")]


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="clock")
        self.ticks = 0

    def run(self):
        while True:
            time.sleep(0.3)
            self.ticks += 1


def main():
    deck = Deck(["a", "b", "c", "d"])
    renderer = Renderer(deck)
    thumbnails = Thumbnails(deck)
    clock = Clock()
    clock.start()
    for index, title in EDITS:
        deck.rename(index, title)
        print(index, deck.slides[index], flush=True)
    print(len(renderer.drawn), "drawn", sorted(thumbnails.stale), clock.ticks)


if __name__ == "__main__":
    main()
