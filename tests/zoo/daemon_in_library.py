# zoo: cause=crash-at-exit signal=SIGSEGV needs=gcc native=background.c
import ctypes
import os
import threading
import time

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/background.so")


def watch():
    library.scan(1 << 30)  # <-- here


threading.Thread(target=watch, name="watcher", daemon=True).start()
while not library.scanning():
    time.sleep(0.01)
print("done")
