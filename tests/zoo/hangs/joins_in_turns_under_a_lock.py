# hang: cause=deadlock confidence=likely watch=yes python=3.8-3.15
import threading

lock = threading.Lock()


def work():
    with lock:  # <-- here
        pass


print("READY", flush=True)
worker = threading.Thread(target=work, name="w")
with lock:
    worker.start()
    while worker.is_alive():
        worker.join(timeout=0.2)  # <-- here
