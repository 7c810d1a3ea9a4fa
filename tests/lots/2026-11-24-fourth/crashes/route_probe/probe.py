"""The probe of a test stand."""

import ctypes


class Probe:
    def __init__(self, path, channels):
        self._library = ctypes.CDLL(path)
        self._library.probe_open.restype = ctypes.c_void_p
        self._library.probe_set_rate.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._library.probe_read.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._library.probe_read.restype = ctypes.c_double
        self._probe = self._library.probe_open(channels)
        self.channels = channels

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, rate):
        self._library.probe_set_rate(self._probe, rate)
        self._rate = rate

    def __getitem__(self, channel):
        return self._library.probe_read(self._probe, channel)

    def __len__(self):
        return self.channels
