# zoo: cause=assertion-failed signal=SIGABRT needs=gcc native=recovery.c text=finish
import ctypes
import os

recovery = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/recovery.so")


def leave():
    recovery.finish()  # <-- here


print(recovery.check(3), recovery.check(-3))
leave()
