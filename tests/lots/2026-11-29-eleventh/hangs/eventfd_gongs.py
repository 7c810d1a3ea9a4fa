"""Two rowers wait for the gong, each for one beat; the gong is an eventfd of the kernel."""

import os
import threading
import time

gong = os.eventfd(0, os.EFD_CLOEXEC)


class Rower(threading.Thread):
    def __init__(self, name):
        super().__init__(name=name)
        self.beats = 0

    def run(self):
        self.beats += os.eventfd_read(gong)
        print(self.name, "rows", flush=True)


class Drum(threading.Thread):
    def __init__(self):
        super().__init__(name="drum", daemon=True)

    def run(self):
        while True:
            time.sleep(0.4)


rowers = [Rower("bow"), Rower("stroke")]
Drum().start()
for rower in rowers:
    rower.start()
time.sleep(0.2)
os.eventfd_write(gong, len(rowers))
for rower in rowers:
    rower.join()
print("the race has begun", sum(rower.beats for rower in rowers))
