"""Names of notes, and how long a string is for them."""

A4 = 440.0
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def hertz(name, octave):
    return A4 * 2 ** ((NAMES.index(name) - 9) / 12 + octave - 4)


def size(name, octave, rate):
    """Samples of one period."""
    return round(rate / hertz(name, octave))
