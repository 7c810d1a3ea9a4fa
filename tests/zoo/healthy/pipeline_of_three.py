# healthy:
import queue
import threading
import time

raw, doubled = queue.Queue(2), queue.Queue(2)


def produce():
    number = 0
    while True:
        raw.put(number)
        number += 1


def double():
    while True:
        doubled.put(raw.get() * 2)


def consume():
    while True:
        doubled.get()
        time.sleep(0.3)


print("READY", flush=True)
for step in (produce, double, consume):
    threading.Thread(target=step, name=step.__name__).start()
