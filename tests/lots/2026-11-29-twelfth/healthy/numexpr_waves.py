"""Waves on a lake, step by step, with numexpr in one thread; a log line now and then."""

import time

import numexpr
import numpy as np

numexpr.set_num_threads(1)
rng = np.random.default_rng(2)
height = rng.normal(0, 1, (900, 900))
before = height.copy()
end = time.monotonic() + 150
step = 0
while time.monotonic() < end:
    around = sum(np.roll(height, shift, axis) for shift in (-1, 1) for axis in (0, 1))
    after = numexpr.evaluate("2 * height - before + 0.2 * (around - 4 * height)")
    before, height = height, numexpr.evaluate("0.999 * after")
    step += 1
    if step % 100 == 0:
        print(step, float(np.abs(height).max()), flush=True)
