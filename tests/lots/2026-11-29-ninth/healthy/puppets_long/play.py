"""Play it, with music in a thread."""

import threading
import time

from stage import loop, puppets


class Rooster(threading.Thread):
    """Crows when it is morning."""

    def __init__(self, stage, cue):
        super().__init__(name="rooster", daemon=True)
        self.stage = stage
        self.cue = cue

    def run(self):
        while True:
            time.sleep(13)
            self.stage.give(self.cue)


class Music(threading.Thread):
    def __init__(self):
        super().__init__(name="music", daemon=True)
        self.bars = 0

    def run(self):
        while True:
            time.sleep(0.25)
            self.bars += 1


def main():
    music = Music()
    music.start()
    stage = loop.Loop()
    acting = puppets.Play(stage)
    Rooster(stage, acting.rooster).start()
    for puppet in acting.all():
        stage.add(puppet)
    stage.run()
    print("applause, after", music.bars, "bars", flush=True)


if __name__ == "__main__":
    main()
