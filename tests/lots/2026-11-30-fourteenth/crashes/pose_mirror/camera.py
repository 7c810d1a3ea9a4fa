"""The camera: goes over to small frames when nobody moves."""

import time

from frames import Frames

LARGE = (1280, 960)
SMALL = (160, 120)


def run(name, number):
    frames = Frames(name)
    for n in range(number):
        frames.write(n, *LARGE, n % 256)
        time.sleep(0.05)
    frames.fit(*SMALL)
    frames.write(number, *SMALL, 200)
    time.sleep(3)
    frames.close()
