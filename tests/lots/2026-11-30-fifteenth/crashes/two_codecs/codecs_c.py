"""The encoders of the mixing desk; each is a library of its own."""

import ctypes
import os

_here = os.path.dirname(os.path.abspath(__file__))


class Codec:
    library = None
    function = None
    result = ctypes.c_int

    def __init__(self):
        path = os.path.join(_here, self.library)
        self._lib = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        self._encode = getattr(self._lib, self.function)
        self._encode.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self._encode.restype = self.result

    def encode(self, sound):
        return self._encode(sound.ctypes.data, len(sound))


class Voice(Codec):
    library = "voice.so"
    function = "voice_encode"


class Music(Codec):
    library = "music.so"
    function = "music_encode"
    result = ctypes.c_double
