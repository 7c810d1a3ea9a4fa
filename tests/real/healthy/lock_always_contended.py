# Five threads want one lock, and each has it for a second.
import threading
import time

device = threading.Lock()


def measure():
    while True:
        with device:
            time.sleep(1)


for number in range(5):
    threading.Thread(target=measure, name=f"probe {number}", daemon=True).start()
print("READY", flush=True)
measure()
