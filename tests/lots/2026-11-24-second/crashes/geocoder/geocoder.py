import ctypes


class Geocoder:
    """Addresses in, keys out."""

    def __init__(self, path):
        self._key = ctypes.CDLL(path).geocoder_key
        self._key.argtypes = [ctypes.c_char_p]
        self._key.restype = ctypes.c_long

    def key(self, address):
        return self._key(address.encode())  # <-- here
