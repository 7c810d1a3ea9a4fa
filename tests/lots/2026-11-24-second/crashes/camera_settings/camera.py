"""The settings of a camera, as the maker's library has them."""

import ctypes


class Settings(ctypes.Structure):
    _pack_ = 1
    _fields_ = [
        ("version", ctypes.c_uint16),
        ("flags", ctypes.c_uint8),
        ("name", ctypes.c_char_p),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("gains", ctypes.POINTER(ctypes.c_float)),
        ("gain_count", ctypes.c_uint32),
    ]


class Camera:
    def __init__(self, library, name, gains):
        self._library = ctypes.CDLL(library)
        self._library.camera_brightness.restype = ctypes.c_float
        self._gains = (ctypes.c_float * len(gains))(*gains)
        self.settings = Settings(
            version=2,
            name=name.encode(),
            width=640,
            height=480,
            gains=ctypes.cast(self._gains, ctypes.POINTER(ctypes.c_float)),
            gain_count=len(gains),
        )

    def name_length(self):
        return self._library.camera_name_length(ctypes.byref(self.settings))  # <-- here

    def brightness(self):
        return self._library.camera_brightness(ctypes.byref(self.settings))
