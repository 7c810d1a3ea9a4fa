# Native code waits for a mutex and keeps the GIL; its owner needs the GIL to go on.
# https://github.com/apache/pulsar-client-python/pull/87
import ctypes
import threading
import time

native, native_with_gil = ctypes.CDLL(None), ctypes.PyDLL(None)
connection = ctypes.create_string_buffer(64)


def acknowledge():
    native.pthread_mutex_lock(connection)
    time.sleep(0.5)
    native.pthread_mutex_unlock(connection)


threading.Thread(target=acknowledge, name="acknowledge").start()
time.sleep(0.2)
print("READY", flush=True)
native_with_gil.pthread_mutex_lock(connection)  # <-- here
