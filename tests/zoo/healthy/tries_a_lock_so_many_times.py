# healthy:
import threading
import time

left, right = threading.Lock(), threading.Lock()


def move(mine, other):
    with mine:
        time.sleep(0.2)
        for attempt in range(100):
            if other.acquire(timeout=0.3):
                other.release()
                break


print("READY", flush=True)
threading.Thread(target=move, args=(left, right), name="m1").start()
threading.Thread(target=move, args=(right, left), name="m2").start()
