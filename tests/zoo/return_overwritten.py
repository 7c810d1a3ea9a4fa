# zoo: cause=bad-code-pointer signal=SIGSEGV needs=gcc native=intake.c text=overwritten line=none
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/intake.so")


def register(names):
    for name in names:
        library.take_name(name.encode())


register(["Ada", "A name that is longer than anybody expected, by more than a few letters"])
