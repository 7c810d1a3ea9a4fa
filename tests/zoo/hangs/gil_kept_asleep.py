# hang: cause=gil-held confidence=certain|likely python=3.8-3.15 gil=needed text=beat first=yes
"""A driver's function that waits for its device is called as if it were a quick one."""
import ctypes
import threading
import time

driver = ctypes.PyDLL(None)


def beat():
    while True:
        time.sleep(0.05)


def read_sensor(seconds):
    return driver.sleep(seconds)  # <-- here


threading.Thread(target=beat, name="beat", daemon=True).start()
print("READY", flush=True)
time.sleep(0.2)
read_sensor(3600)
