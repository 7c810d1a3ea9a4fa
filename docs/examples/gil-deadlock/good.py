"""Count visitors in memory that a program in C shares, under a mutex that it knows, too."""

import ctypes
import threading
import time

libc = ctypes.CDLL(None)


class Mutex:
    def __init__(self):
        self._mutex = ctypes.create_string_buffer(64)

    def __enter__(self):
        libc.pthread_mutex_lock(self._mutex)

    def __exit__(self, *error):
        libc.pthread_mutex_unlock(self._mutex)


mutex = Mutex()
visitors = ctypes.c_long(0)


def door(name):
    for _ in range(3):
        with mutex:
            time.sleep(0.05)  # the turnstile is slow
            visitors.value += 1


doors = [threading.Thread(target=door, args=(n,), name=n) for n in ("north", "south")]
for thread in doors:
    thread.start()
for thread in doors:
    thread.join()
print(visitors.value, "visitors")
