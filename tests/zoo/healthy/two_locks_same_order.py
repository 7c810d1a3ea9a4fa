# healthy: first=yes
import threading
import time

first, second = threading.Lock(), threading.Lock()


def work():
    while True:
        with first:
            time.sleep(0.002)
            with second:
                time.sleep(0.01)


threads = [threading.Thread(target=work, daemon=True) for _ in range(5)]
for thread in threads:
    thread.start()
print("READY", flush=True)
threads[0].join()
