"""Rowers wait for a gong, which is an eventfd; the drummer beats it once in ten seconds for each."""

import os
import threading
import time

gong = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_SEMAPHORE)


def row(name):
    for beat in range(20):
        os.eventfd_read(gong)
        print(name, beat, flush=True)


rowers = [threading.Thread(target=row, args=(name,), name=name) for name in ("bow", "stroke")]
for rower in rowers:
    rower.start()
for beat in range(20):
    time.sleep(10)
    os.eventfd_write(gong, len(rowers))
for rower in rowers:
    rower.join()
