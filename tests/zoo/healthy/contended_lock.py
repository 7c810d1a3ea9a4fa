# healthy: first=yes
import threading
import time

lock = threading.Lock()
count = 0


def work():
    global count
    while True:
        with lock:
            count += 1
            time.sleep(0.005)


threads = [threading.Thread(target=work) for _ in range(6)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
