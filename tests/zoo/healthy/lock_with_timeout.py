# healthy:
import threading
import time

left, right = threading.Lock(), threading.Lock()


def work(mine, other):
    while True:
        with mine:
            time.sleep(0.05)
            if other.acquire(timeout=0.4):
                other.release()
        time.sleep(0.01)


threading.Thread(target=work, args=(left, right), daemon=True).start()
print("READY", flush=True)
work(right, left)
