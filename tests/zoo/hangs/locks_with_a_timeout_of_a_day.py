# hang: cause=deadlock confidence=likely|certain watch=yes python=3.8-3.15
import threading
import time

left, right = threading.Lock(), threading.Lock()


def move(mine, other):
    with mine:
        time.sleep(0.2)
        if other.acquire(timeout=86400):  # <-- here
            other.release()


print("READY", flush=True)
threading.Thread(target=move, args=(left, right), name="m1").start()
threading.Thread(target=move, args=(right, left), name="m2").start()
