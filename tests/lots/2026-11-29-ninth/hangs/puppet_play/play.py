"""Play it, with music in a thread."""

import threading
import time

from stage import loop, puppets


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
    for puppet in puppets.Play(stage).all():
        stage.add(puppet)
    stage.run()
    print("applause, after", music.bars, "bars", flush=True)


if __name__ == "__main__":
    main()
