# hang: cause=deadlock confidence=likely watch=yes python=3.8-3.15
import threading
import time

left, right = threading.Lock(), threading.Lock()


def move(mine, other):
    with mine:
        time.sleep(0.2)
        while not other.acquire(timeout=0.3):  # <-- here
            pass
        other.release()


print("READY", flush=True)
threading.Thread(target=move, args=(left, right), name="m1").start()
threading.Thread(target=move, args=(right, left), name="m2").start()
