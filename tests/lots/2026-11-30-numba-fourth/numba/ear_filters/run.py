"""What does each band of a hearing aid hear?"""

import numpy as np
from banks import Bank, from_card
from numba import njit


@njit
def powers(bank, sound, hop):
    taps = bank.shape[1]
    frames = (sound.size - taps) // hop + 1
    out = np.zeros((frames, bank.shape[0]))
    for frame in range(frames):
        piece = sound[frame * hop : frame * hop + taps]
        heard = bank @ piece
        out[frame] = heard * heard
    return out


@njit
def loudness(out):
    total = 0.0
    for frame in range(out.shape[0]):
        total += np.log10(1e-12 + out[frame].sum())
    return 10 * total / out.shape[0]


class Aid:
    def __init__(self, bands=8, taps=64):
        self.bank = Bank(bands, taps).matrix()
        self.taps = taps

    def hear(self, sound):
        return powers(self.bank, sound, self.taps // 2)


def main():
    aid = Aid()
    print("a tone:", round(loudness(aid.hear(np.sin(np.arange(4000.0)))), 1), "dB")
    sound = from_card(None, 16_000)
    print("the card:", round(loudness(aid.hear(sound)), 1), "dB")


if __name__ == "__main__":
    main()
