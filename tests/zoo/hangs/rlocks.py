# hang: cause=deadlock confidence=certain python=3.8-3.15
import threading
import time

tree = threading.RLock()
index = threading.RLock()


def insert():
    with tree:  # <-- here
        with tree:
            time.sleep(0.2)
            with index:  # <-- here
                pass


def rebuild():
    with index:  # <-- here
        time.sleep(0.2)
        with tree:  # <-- here
            pass


workers = [threading.Thread(target=insert), threading.Thread(target=rebuild)]
for worker in workers:
    worker.start()
print("READY", flush=True)
for worker in workers:
    worker.join()
