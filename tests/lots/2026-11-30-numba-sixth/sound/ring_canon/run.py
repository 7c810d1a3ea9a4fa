"""Checks the voices against the same made one by one."""

import numpy as np
from canon import voices
from parts import smooth, tune_of


def one_voice(tune, voice, delay):
    buffer = np.roll(tune, voice * delay)
    if voice % 2:
        buffer = buffer[::-1].copy()
    smooth(buffer, 0.5)
    return buffer


def main():
    tune = tune_of(600, 3)
    for count, delay in ((2, 16), (9, 8), (64, 5)):
        out = voices(tune, count, delay)
        for voice in range(count):
            assert np.allclose(out[voice], one_voice(tune, voice, delay))
        print(count, delay, out.sum().round(4))


if __name__ == "__main__":
    main()
