# Two threads that hold one lock each ask for the other's again and again, a third of a second a time.
# https://github.com/python/cpython/issues/88105
import threading
import time

ledger, archive = threading.Lock(), threading.Lock()


def take(lock):
    while not lock.acquire(timeout=0.3):  # <-- here
        continue


def move():
    with archive:
        time.sleep(0.3)
        take(ledger)  # <-- also


threading.Thread(target=move, name="mover").start()
print("READY", flush=True)
with ledger:
    time.sleep(0.3)
    take(archive)  # <-- also
