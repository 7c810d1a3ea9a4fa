# healthy:
import threading
import time

lock = threading.RLock()


def descend(depth):
    with lock:
        if depth:
            descend(depth - 1)
        else:
            time.sleep(0.05)


def work():
    while True:
        descend(20)


threading.Thread(target=work, daemon=True).start()
print("READY", flush=True)
work()
