# hang: cause=deadlock confidence=likely python=3.8-3.15 needs=gcc native=gate.c text=table_sum
"""A read-write lock of an extension lets writers in first: who reads wants to read once more."""
import ctypes
import os
import threading
import time

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/gate.so")


def add_up():
    return library.table_sum()  # <-- here


def add():
    time.sleep(0.1)
    library.table_add()  # <-- also


threads = [threading.Thread(target=one) for one in (add_up, add)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
