"""What the extension is called with."""

import racy_extension

DATA = bytes(range(256)) * 4


def make_mixer():
    return racy_extension.Mixer(), DATA
