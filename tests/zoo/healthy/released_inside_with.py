# healthy:
import threading
import time

lock = threading.Lock()
other = threading.Lock()


def outer():
    while True:
        with lock:
            lock.release()
            time.sleep(0.05)
            with other:
                time.sleep(0.05)
            lock.acquire()


def inner():
    while True:
        with other:
            with lock:
                time.sleep(0.05)


threading.Thread(target=outer, daemon=True).start()
print("READY", flush=True)
inner()
