# healthy:
import threading
import time

condition = threading.Condition()
items = []


def consume():
    while True:
        with condition:
            while not items:
                condition.wait()
            items.pop()


threading.Thread(target=consume, daemon=True).start()
print("READY", flush=True)
while True:
    time.sleep(0.7)
    with condition:
        items.append(1)
        condition.notify()
