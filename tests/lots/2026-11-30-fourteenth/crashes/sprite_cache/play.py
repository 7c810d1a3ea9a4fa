"""Play through the levels without a screen, for a check of the assets."""

import argparse
import logging
import threading

from assets import Assets, Sprite

LEVELS = {
    "meadow": [("hero", 0, 0), ("sheep", 32, 64), ("tree", 0, 128)],
    "cave": [("hero", 0, 0), ("bat", 64, 0), ("lamp", 32, 32)],
    "shore": [("hero", 0, 0), ("crab", 96, 64), ("sheep", 0, 64)],
}


class Level:
    def __init__(self, assets, name):
        self.name = name
        self.sprites = [Sprite(assets, *each) for each in LEVELS[name]]

    def play(self, frames):
        total = 0
        for frame in range(frames):
            total += sum(sprite.draw(frame) for sprite in self.sprites)
        return total


class Music(threading.Thread):
    def __init__(self):
        super().__init__(name="music", daemon=True)
        self.stop = threading.Event()
        self.bars = 0

    def run(self):
        while not self.stop.wait(0.05):
            self.bars += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("levels", nargs="*", default=list(LEVELS))
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    music = Music()
    music.start()
    assets = Assets()
    level = None
    for name in options.levels:
        before = level
        level = Level(assets, name)
        del before
        print(name, level.play(20), flush=True)
    music.stop.set()
    music.join()
    print(assets.loaded, "sheets were loaded")


if __name__ == "__main__":
    main()
