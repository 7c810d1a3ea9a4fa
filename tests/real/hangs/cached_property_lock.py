# functools.cached_property before 3.12 has one lock for all instances of a class: computing one value
# under it needs a lock whose holder wants the value of another instance.
# https://github.com/python/cpython/issues/87634
import functools
import threading
import time

catalogue = threading.Lock()


class Volume:
    def __init__(self, name):
        self.name = name

    @functools.cached_property
    def size(self):
        time.sleep(0.3)
        with catalogue:  # <-- here
            return len(self.name)


def scan():
    with catalogue:
        time.sleep(0.6)
        return Volume("b").size  # <-- here


threading.Thread(target=scan, name="scan").start()
time.sleep(0.1)
print("READY", flush=True)
print(Volume("a").size)  # <-- also
