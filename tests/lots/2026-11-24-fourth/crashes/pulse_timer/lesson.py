"""A lesson: the metronome beats while the pupil plays."""

import time

from metronome import Metronome


class Pupil:
    def __init__(self):
        self.notes = []

    def play(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.notes.append(time.monotonic())
            time.sleep(0.01)


def main():
    pupil, metronome = Pupil(), Metronome(3)
    for milliseconds in (40, 30, 20):
        with metronome.running(milliseconds):
            pupil.play(1)
        print(len(metronome.bars), "bars,", len(pupil.notes), "notes", flush=True)


if __name__ == "__main__":
    main()
