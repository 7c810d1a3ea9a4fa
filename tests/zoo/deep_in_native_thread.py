# zoo: cause=stack-overflow signal=SIGSEGV core=yes needs=gcc native=intake.c text=visit
import ctypes
import os
import threading

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/intake.so")


def measure(start):
    print(library.longest_way(start))  # <-- here


worker = threading.Thread(target=measure, args=(1,), name="measure")
worker.start()
worker.join()
