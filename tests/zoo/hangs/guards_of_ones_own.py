# hang: cause=deadlock confidence=likely python=3.8-3.15
import threading
import time


class Guard:
    def __init__(self, lock):
        self.lock = lock

    def __enter__(self):
        self.lock.acquire()  # <-- here
        return self

    def __exit__(self, *error):
        self.lock.release()


def work(first, second):
    with Guard(first):  # <-- here
        time.sleep(0.2)
        with Guard(second):  # <-- here
            pass


rows, columns = threading.Lock(), threading.Lock()
print("READY", flush=True)
for pair in ((rows, columns), (columns, rows)):
    threading.Thread(target=work, args=pair).start()
