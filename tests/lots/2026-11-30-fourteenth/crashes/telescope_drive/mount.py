"""The mount: two axes, moved by the drive's library."""

import bisect
import ctypes
import logging
from pathlib import Path

log = logging.getLogger("mount")

Rate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)


def library():
    lib = ctypes.CDLL(str(Path(__file__).with_name("drive.so")))
    lib.drive_open.argtypes = [Rate]
    lib.drive_open.restype = ctypes.c_void_p
    for name in ("drive_aim", "drive_position", "drive_remaining", "drive_tick"):
        getattr(lib, name).argtypes = [ctypes.c_void_p] + [ctypes.c_int] * (2 if name == "drive_aim" else 1)
    lib.drive_close.argtypes = [ctypes.c_void_p]
    return lib


class RateTable:
    """Steps a tick by position: slow near the ends, where the cables are tight."""

    def __init__(self, borders, rates):
        self.borders = borders
        self.rates = rates

    def __call__(self, axis, position):
        try:
            return self.rates[axis][bisect.bisect_right(self.borders[axis], position)]
        except IndexError:
            log.error("no rate for axis %d at %d: it stands still there", axis, position)
            return 0


class Mount:
    def __init__(self, table):
        self.lib = library()
        self.table = Rate(table)
        self.handle = self.lib.drive_open(self.table)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.lib.drive_close(self.handle)

    def slew(self, axis, position):
        self.lib.drive_aim(self.handle, axis, position)
        waited = 0
        while self.lib.drive_position(self.handle, axis) != position:
            left = self.lib.drive_remaining(self.handle, axis)
            if waited % 40 == 0:
                log.info("axis %d: %d ms left", axis, left)
            self.lib.drive_tick(self.handle, axis)
            waited += 1
        return waited
