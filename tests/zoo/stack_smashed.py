# zoo: cause=out-of-bounds signal=SIGABRT needs=gcc native=greet.c text=greet
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/greet.so")


def greet(names):
    for name in names:
        library.greet(name.encode())  # <-- here


greet(["Ada", "A name that is longer than anybody expected when this was written"])
