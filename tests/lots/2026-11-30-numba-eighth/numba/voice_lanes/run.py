"""How loud is each voice of a chord? The mixer keeps the lanes from chord to chord."""

import numpy as np
from numba.typed import List
from voices import RATE, levels


class Mixer:
    def __init__(self, voices, seconds):
        self.voices = voices
        self.lanes = List([np.zeros(int(RATE * seconds))] * voices)
        self.history = []

    def play(self, chord):
        pitches = np.array([pitch for pitch, _ in chord])
        overtones = np.array([count for _, count in chord])
        if len(chord) > self.voices:
            raise ValueError("too many voices")
        found = levels(pitches, overtones, self.lanes)
        self.history.append(found)
        return found


def chord(root, voices):
    steps = (0, 4, 7, 11, 14, 17, 21, 24)
    return [(root * 2 ** (step / 12), 3 + step % 4) for step in steps[:voices]]


def main():
    mixer = Mixer(8, 1.5)
    for root in (110.0, 130.8, 146.8, 164.8):
        found = mixer.play(chord(root, 8))
        print(root, " ".join(f"{one:.4f}" for one in found))
    print("mean", round(float(np.mean(mixer.history)), 5))


if __name__ == "__main__":
    main()
