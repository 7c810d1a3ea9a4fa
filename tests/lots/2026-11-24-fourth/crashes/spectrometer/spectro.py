"""The driver of a spectrometer."""

import ctypes

from ctypes import byref, c_double, c_int, c_void_p


class SpectroError(Exception):
    pass


def checked(status, function, arguments):
    if status:
        raise SpectroError(f"{function.__name__}: {status}")
    return arguments


class Spectrometer:
    def __init__(self, path, pixels):
        self._library = ctypes.CDLL(path)
        self._library.spectro_open.restype = c_void_p
        self._library.spectro_pixels.errcheck = checked
        self._library.spectro_status.errcheck = checked
        self._device = c_void_p(self._library.spectro_open(pixels))

    @property
    def pixels(self):
        pixels = c_int()
        self._library.spectro_pixels(self._device, byref(pixels))
        return pixels.value

    @property
    def temperature(self):
        ready, temperature = c_int(), c_double()
        self._library.spectro_status(self._device, ready, byref(temperature))
        if not ready.value:
            raise SpectroError("the spectrometer is not ready")
        return temperature.value
