# hang: cause=stuck-native-call confidence=likely|possible|certain needs=gcc native=spin.c watch=yes computes=yes
import ctypes
import os
import threading

spin = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/spin.so")


def solve(tolerance):
    return spin.iterate(ctypes.c_double(1.0), ctypes.c_double(tolerance))  # <-- here


solver = threading.Thread(target=solve, args=(0.0,), name="solver")
solver.start()
print("READY", flush=True)
solver.join()
