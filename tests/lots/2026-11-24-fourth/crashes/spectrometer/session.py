"""A session with the spectrometer, written down as it goes."""

import contextlib
import sys
import time

from lamp import Lamp
from spectro import Spectrometer


@contextlib.contextmanager
def step(name):
    started = time.monotonic()
    yield
    print(f"{name}: {time.monotonic() - started:.3f} s", flush=True)


def main(path):
    with step("open"):
        spectrometer = Spectrometer(path, 2048)
    Lamp().start()
    with step("pixels"):
        print(spectrometer.pixels)
    with step("temperature"):
        print(spectrometer.temperature)


if __name__ == "__main__":
    main(sys.argv[1])
