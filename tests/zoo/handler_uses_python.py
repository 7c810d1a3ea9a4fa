# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT core=yes needs=gcc native=intake.c
import ctypes
import os
import signal

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/intake.so")


def wait_for_event():
    ctypes.CDLL(None)["raise"](signal.SIGUSR1)  # <-- here


library.on_event(signal.SIGUSR1)
wait_for_event()
