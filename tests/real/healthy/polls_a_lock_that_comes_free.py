# A thread asks for a lock three times a second; its holder sleeps and will give it back.
import threading
import time

lock = threading.Lock()


def backup():
    while True:
        with lock:
            time.sleep(20)
        time.sleep(0.5)


threading.Thread(target=backup, name="backup", daemon=True).start()
time.sleep(0.2)
print("READY", flush=True)
while True:
    while not lock.acquire(timeout=0.3):
        continue
    lock.release()
    time.sleep(1)
