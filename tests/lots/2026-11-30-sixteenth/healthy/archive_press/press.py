"""Press a year of readings as small as possible: one call of lzma for all of it."""

import array
import lzma
import math
import random
import threading
import time


def readings(number, seed):
    rng = random.Random(seed)
    walk, values = 0.0, array.array("f")
    for at in range(number):
        walk += rng.gauss(0, 0.01)
        values.append(walk + math.sin(at / 1440))
    return values.tobytes()


def ticker():
    start = time.monotonic()
    while True:
        time.sleep(10)
        print(f"{time.monotonic() - start:.0f} s", flush=True)


SLOW = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "nice_len": 273, "depth": 4000}]
data = readings(1_500_000, 3) * 4
threading.Thread(target=ticker, name="ticker", daemon=True).start()
for part in range(6):
    pressed = lzma.compress(data[part * 1000 :], format=lzma.FORMAT_XZ, filters=SLOW)
    print("part", part, len(data), "->", len(pressed), flush=True)
