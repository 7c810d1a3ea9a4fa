"""A lamp of the ring: flickers every six seconds, under a lock."""

import os
import threading
import time

lock = threading.Lock()


def flicker():
    while True:
        with lock:
            time.sleep(6)


if __name__ == "__main__":
    threading.Thread(target=flicker, name="flicker", daemon=True).start()
    while True:
        time.sleep(0.1)
        with lock:
            print("lamp", os.getpid(), flush=True)
