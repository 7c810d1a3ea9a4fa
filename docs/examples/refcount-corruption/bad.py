"""Free the large frames of a film as soon as they have been shown."""

import ctypes


class Frame:
    def __init__(self, number):
        self.number = number
        self.pixels = bytearray(64_000)


def free(frame):
    """Let go of the frame at once, without waiting for the list to do so."""
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(frame))


def show(film):
    for frame in film:
        print("frame", frame.number, len(frame.pixels), "bytes")
        free(frame)


film = [Frame(number) for number in range(3)]
show(film)
print("first again:", film[0].number)
