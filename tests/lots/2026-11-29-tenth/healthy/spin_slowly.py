"""A thread takes a lock without waiting, again and again, while another one holds it for long turns."""

import threading
import time

lock = threading.Lock()
turns = []


def slow():
    for _ in range(10):
        with lock:
            time.sleep(8)
        time.sleep(0.5)


thread = threading.Thread(target=slow, name="slow")
thread.start()
time.sleep(0.1)
while len(turns) < 8:
    if lock.acquire(blocking=False):
        turns.append(time.monotonic())
        lock.release()
        time.sleep(1)
    time.sleep(0.01)
thread.join()
