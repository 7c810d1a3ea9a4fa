"""Mine by a library that keeps the GIL for half a second a call; a clock ticks in between."""

import ctypes
import sys
import threading
import time

library = ctypes.PyDLL(sys.argv[1])
library.mine_slice.argtypes = [ctypes.c_ulong, ctypes.c_ulong]
library.mine_slice.restype = ctypes.c_ulong
SLICE = 3_000_000
ticks = 0


def clock():
    global ticks
    while True:
        time.sleep(0.2)
        ticks += 1


threading.Thread(target=clock, name="clock", daemon=True).start()
end = time.monotonic() + 150
number = 0
while time.monotonic() < end:
    best = library.mine_slice(number * SLICE, SLICE)
    number += 1
    if number % 32 == 0:
        print(number, best, ticks, flush=True)
