# healthy:
import os
import threading
import time


def later(seconds, act, what):
    time.sleep(seconds)
    act(what)


reading, writing = os.pipe()
threading.Thread(target=later, args=(60, os.close, writing), daemon=True).start()
print("READY", flush=True)
os.read(reading, 1)
