"""A jukebox: plays songs one after the other, and skips those that nobody likes."""

import contextlib
import time

from player import Player


class Skipped(Exception):
    pass


@contextlib.contextmanager
def playing():
    player = Player()
    player.start()
    try:
        yield player
        player.stop()
    finally:
        player.close()


class Jukebox:
    def __init__(self, disliked):
        self.disliked = disliked
        self.heard = {}

    def play(self, song, seconds):
        with playing() as player:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(0.02)
                if song in self.disliked and player.position > 5:
                    raise Skipped(song)
            self.heard[song] = player.position


def main():
    jukebox = Jukebox(disliked={"march"})
    for song in ("waltz", "polka", "march", "tango"):
        try:
            jukebox.play(song, 0.2)
            print(song, "was played", flush=True)
        except Skipped as skipped:
            print(skipped, "was skipped", flush=True)


if __name__ == "__main__":
    main()
