"""Labels for the boxes of a museum."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
BOXES = [("Bronze bell", "R2/14"), ("Oak chest", "R1/3"), ("Model of a mill", "attic, left of the stairs")]


def label(title, place):
    out = ctypes.create_string_buffer(64)
    library.tape_print(title.encode(), place.encode(), out, len(out))
    return out.value.decode()


for box in BOXES:
    print(label(*box), flush=True)
