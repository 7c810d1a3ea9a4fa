"""A voice, cut into windows, made louder where it is soft, and put together again."""

import sys

import numpy as np
from synth import put_together
from windows import Plan, cut


def voice(seconds, rate, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    tone = np.sin(2 * np.pi * 180 * t) * (0.2 + 0.8 * np.abs(np.sin(2 * t)))
    return tone + 0.01 * rng.normal(size=len(t))


def louder(frames):
    strength = np.sqrt((frames**2).mean(axis=1, keepdims=True)) + 0.05
    return frames * (0.3 / strength)


def main(seconds=6.0):
    plan = Plan(size=512, hop=128, rate=16_000)
    signal = voice(seconds, plan.rate, 3)
    frames = louder(cut(signal, plan))
    for attempt in range(3):
        out = put_together(frames, plan.window, plan.hop, len(signal))
        print(attempt, f"{np.abs(out).max():.6f} {float((out * out).sum()):.6f}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
