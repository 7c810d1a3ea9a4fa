"""Chords on lanes that are made once and used for each of them."""

import numpy as np
from numba.typed import List
from voices import RATE, play


class Mixer:
    def __init__(self, voices, seconds):
        self.lanes = List([np.zeros(int(RATE * seconds)) for _ in range(voices)])

    def chord(self, root):
        pitches = np.array([root * 2 ** (step / 12) for step in (0, 4, 7, 11)])
        loud = play(pitches, self.lanes)
        return loud, sum(float(lane.sum()) for lane in self.lanes)


def main():
    mixer = Mixer(4, 0.5)
    first = [mixer.chord(root) for root in (110.0, 220.0)]
    again = [mixer.chord(root) for root in (110.0, 220.0)]
    assert first == again
    print(first)


if __name__ == "__main__":
    main()
