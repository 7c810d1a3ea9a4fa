"""Lines of a bus company, from its table; the display shows notices in between."""

import ctypes
import os
import sys

lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stops.so"))
lib.line_new.restype = ctypes.c_void_p
lib.line_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
lib.line_minutes.argtypes = [ctypes.c_void_p]
lib.notice_show.argtypes = [ctypes.c_char_p]

TABLE = {
    "7": [("Harbour", 4), ("Fish market", 3), ("Old town", 5)],
    "12": [("Station", 2), ("Hospital", 6)],
    "31": [("Airport", 14), ("Fair", 4), ("Stadium", 3)],
}
NOTICE = b"Diversion by Mill Lane until Friday, 18:00 h!"


class Line:
    def __init__(self, name, stops):
        self.name = name
        self._line = lib.line_new()
        for stop, minutes in stops:
            lib.notice_show(NOTICE)
            lib.line_add(self._line, stop.encode(), minutes)

    def minutes(self):
        return lib.line_minutes(self._line)


def main():
    for name, stops in TABLE.items():
        line = Line(name, stops)
        print(f"line {name}: {line.minutes()} min", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
