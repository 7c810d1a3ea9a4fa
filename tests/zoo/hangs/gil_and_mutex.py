# hang: cause=gil-deadlock confidence=certain|likely python=3.8-3.15 gil=needed first=yes
import ctypes
import threading
import time

mutex = ctypes.create_string_buffer(64)
releasing = ctypes.CDLL(None)
keeping = ctypes.PyDLL(None)


def owner():
    releasing.pthread_mutex_lock(mutex)
    time.sleep(0.5)  # <-- here
    releasing.pthread_mutex_unlock(mutex)


def caller():
    time.sleep(0.2)
    keeping.pthread_mutex_lock(mutex)  # <-- here


threading.Thread(target=owner, name="owner").start()
print("READY", flush=True)
caller()
