"""The mixer of the library wave, by cffi."""

import os

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
ffi = cffi.FFI()
with open(os.path.join(HERE, "wave.h"), encoding="utf-8") as header:
    ffi.cdef(header.read())


class Mixer:
    def __init__(self, library):
        self._library = ffi.dlopen(library)
        self._mixer = ffi.gc(self._library.wave_mixer_new(), self._library.wave_mixer_free)
        self.names = []

    def add(self, name, samples, gain=1.0):
        data = ffi.new("double[]", len(samples))
        ffi.memmove(data, samples, ffi.sizeof(data))
        track = ffi.new("wave_track *", {"samples": data, "count": len(samples), "gain": gain})
        if self._library.wave_mixer_add(self._mixer, track) < 0:
            raise OverflowError("no track is left")
        self.names.append(name)

    def peak(self):
        return self._library.wave_mixer_peak(self._mixer)  # <-- here
