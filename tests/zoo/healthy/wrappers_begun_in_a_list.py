# healthy:
"""A generator with a lock is in hand after hand: it lies in a list of the main thread's, which
wants the lock, too, and another thread goes on with it, a step at a time."""

import threading
import time

gate = threading.Lock()


def steps():
    with gate:
        for number in range(600):
            yield number


def go_on(begun):
    for step in begun[0]:
        time.sleep(0.1)
        print(step)


begun = [steps()]
next(begun[0])
threading.Thread(target=go_on, args=(begun,), name="press", daemon=True).start()
print("READY", flush=True)
with gate:
    print("through")
