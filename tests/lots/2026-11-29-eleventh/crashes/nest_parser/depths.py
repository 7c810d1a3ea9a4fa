"""How deep are some lists? The reader is in C."""

import ctypes
import sys
import threading

library = ctypes.CDLL(sys.argv[1])
library.nest_depth.argtypes = [ctypes.c_char_p]


def nested(depth):
    text = "end"
    for number in range(depth):
        text = f"(a{number % 10} {text})"
    return text


class Reading(threading.Thread):
    def __init__(self, depths):
        super().__init__(name="reading")
        self.depths = depths

    def run(self):
        for depth in self.depths:
            print(depth, library.nest_depth(nested(depth).encode()), flush=True)


reading = Reading([3, 300, 90_000])
reading.start()
reading.join()
