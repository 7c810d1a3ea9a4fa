"""The recogniser of recogniser.c for Python, through ctypes."""

import ctypes
import math
import os
import threading

WORDS = ("start", "stop", "left", "right")
RATE = 8000
FOLDER = os.environ.get("RECOGNISER_FOLDER") or os.path.dirname(os.path.abspath(__file__))


def _load():
    library = ctypes.CDLL(os.path.join(FOLDER, "librecogniser.so"))
    library.recogniser_new.restype = ctypes.c_void_p
    library.recogniser_delete.argtypes = [ctypes.c_void_p]
    library.recogniser_run.argtypes = [
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_double),
    ]
    return library


class Recogniser:
    """Tells which word a recording holds: 16-bit samples, 8,000 a second."""

    def __init__(self):
        self._library = _load()
        self._handle = self._library.recogniser_new()

    def recognise(self, recording):
        share = ctypes.c_double()
        word = self._library.recogniser_run(
            self._handle, recording, len(recording) // 2, ctypes.byref(share)
        )
        return WORDS[word], round(share.value, 3)


class LockedRecogniser(Recogniser):
    """The same for several threads: one call at a time."""

    def __init__(self):
        super().__init__()
        self._lock = threading.Lock()

    def recognise(self, recording):
        with self._lock:
            return super().recognise(recording)


def recording_of(word, seconds=40.0):
    """A recording of one word, which in this language is a tone."""
    tone = (440, 620, 880, 1250)[WORDS.index(word)]
    count = int(seconds * RATE)
    samples = (int(20000 * math.sin(2 * math.pi * tone * i / RATE)) for i in range(count))
    return (ctypes.c_int16 * count)(*samples)


def shared():
    """What `atfault stress` calls Recogniser.recognise with: one recogniser for all threads."""
    return Recogniser(), bytes(recording_of("left"))


def shared_locked():
    """The same for LockedRecogniser.recognise."""
    return LockedRecogniser(), bytes(recording_of("left"))
