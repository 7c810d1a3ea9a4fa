"""The gauge by ctypes."""

import ctypes

TELLER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


class Gauge:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.gauge_scan.argtypes = [
            ctypes.POINTER(ctypes.c_long),
            ctypes.c_int,
            ctypes.c_long,
            TELLER,
            ctypes.c_void_p,
        ]

    def scan(self, levels, mark, tell):
        data = (ctypes.c_long * len(levels))(*levels)

        def told(number, text, note):
            tell(number, text)

        return self.library.gauge_scan(data, len(levels), mark, TELLER(told), None)
