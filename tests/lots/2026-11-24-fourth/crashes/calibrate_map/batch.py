"""Calibrates what was recorded today, and what was stored before."""

import os
import tempfile

from calib import Recording

OFFSETS = {"morning": 0.25, "noon": 0.5, "evening": 0.125}


def recordings(folder):
    for name in OFFSETS:
        recording = Recording.recorded(name, 500_000)
        recording.store(folder)
        yield recording
    for name in sorted(os.listdir(folder)):
        yield Recording.stored(os.path.join(folder, name))


def main(folder):
    for recording in recordings(folder):
        offset = OFFSETS[recording.name.removesuffix(".npy")]
        print(recording.name, recording.calibrate(offset), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
