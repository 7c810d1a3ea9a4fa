# healthy:
# A thread waits for a value that another one is about to compute, for a long time.
import threading
import time

known, busy = {}, set()
changed = threading.Condition()


def height_of(name):
    with changed:
        while name in busy:
            changed.wait()
        if name in known:
            return known[name]
        busy.add(name)
    try:
        height = measured(name)
        with changed:
            known[name] = height
        return height
    finally:
        with changed:
            busy.discard(name)
            changed.notify_all()


def measured(name):
    if name == "roof":
        return 1 + height_of("wall")
    for _ in range(6_000):
        time.sleep(0.05)
    return 3


first = threading.Thread(target=height_of, args=("wall",), name="wall")
first.start()
while not busy:
    time.sleep(0.01)
threading.Thread(target=height_of, args=("roof",), name="roof").start()
print("READY", flush=True)
first.join()
