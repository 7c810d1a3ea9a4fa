# hang: cause=stuck-native-call confidence=likely|possible|certain python=3.8-3.15 first=yes
import ctypes
import threading

libc = ctypes.CDLL(None)
mutex = ctypes.create_string_buffer(64)
condition = ctypes.create_string_buffer(64)


def fetch(device):
    libc.pthread_mutex_lock(mutex)
    libc.pthread_cond_wait(condition, mutex)  # <-- here
    libc.pthread_mutex_unlock(mutex)


worker = threading.Thread(target=fetch, args=(0,), name="fetcher")
worker.start()
print("READY", flush=True)
worker.join()
