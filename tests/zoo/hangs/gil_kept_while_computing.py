# hang: cause=gil-held confidence=likely watch=yes python=3.8-3.15 gil=needed computes=yes needs=gcc native=solver.c text=gui
"""An extension's long computation does not give the GIL back, and the window's thread stands still."""
import ctypes
import os
import threading
import time

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/solver.so")


def repaint():
    while True:
        time.sleep(0.02)


class Solver:
    def __init__(self, size):
        self.size = size

    def solve(self):
        return library.solve(ctypes.c_long(self.size))  # <-- here


threading.Thread(target=repaint, name="gui", daemon=True).start()
print("READY", flush=True)
time.sleep(0.2)
Solver(1 << 60).solve()
