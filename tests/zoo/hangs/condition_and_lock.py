# hang: cause=deadlock confidence=certain
import threading
import time

ready = threading.Condition()
log_lock = threading.Lock()


def consumer():
    with ready:  # <-- here
        time.sleep(0.3)
        with log_lock:  # <-- here
            print("never")


def producer():
    with log_lock:  # <-- here
        time.sleep(0.3)
        with ready:  # <-- here
            ready.notify()


threading.Thread(target=consumer, name="consumer").start()
threading.Thread(target=producer, name="producer").start()
print("READY", flush=True)
