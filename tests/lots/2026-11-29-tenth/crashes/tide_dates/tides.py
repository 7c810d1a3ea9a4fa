"""Dates of tides; some tables are of seconds, others of nanoseconds."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.tide_date.argtypes = [ctypes.c_longlong, ctypes.c_char_p, ctypes.c_int]

TABLES = {
    "old": [1_700_000_000 + tide * 44_700 for tide in range(3)],
    "new": [(1_800_000_000 + tide * 44_700) * 10**9 for tide in range(3)],
    "newest": [(1_900_000_000 + tide * 44_700) * 10**10 for tide in range(3)],
}


def date(seconds):
    text = ctypes.create_string_buffer(20)
    library.tide_date(seconds, text, len(text))
    return text.value.decode()


for name, table in TABLES.items():
    print(name, [date(seconds) for seconds in table], flush=True)
