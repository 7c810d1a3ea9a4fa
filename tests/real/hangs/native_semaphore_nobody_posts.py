# A native library waits for an answer of a device that never comes.
# https://github.com/psycopg/psycopg2/issues/112
import ctypes
import threading

native = ctypes.CDLL(None)
answered = ctypes.create_string_buffer(64)
native.sem_init(answered, 0, 0)


def ask():
    native.sem_wait(answered)  # <-- here


worker = threading.Thread(target=ask, name="device")
worker.start()
print("READY", flush=True)
worker.join()  # <-- also
