# healthy:
import threading
import time

slots = threading.Semaphore(2)


def fetch():
    while True:
        with slots:
            time.sleep(0.1)


threads = [threading.Thread(target=fetch) for _ in range(6)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
