# healthy:
import threading
import time

lock = threading.Lock()


def rows():
    with lock:
        for n in range(10**9):
            yield n


def impatient():
    while True:
        if lock.acquire(timeout=0.3):
            lock.release()


threading.Thread(target=impatient, daemon=True).start()
reader = rows()
print("READY", flush=True)
for row in reader:
    time.sleep(0.1)
