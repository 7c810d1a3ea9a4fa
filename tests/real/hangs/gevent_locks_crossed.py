# Two greenlets take two locks, each in its own order, while a third one keeps the hub alive.
# https://www.gevent.org/api/gevent.lock.html
import gevent
from gevent.lock import BoundedSemaphore

rooms, guests = BoundedSemaphore(1), BoundedSemaphore(1)


def book(first, second):
    with first:
        gevent.sleep(0.1)
        with second:  # <-- here
            print("booked")


def heartbeat():
    while True:
        gevent.sleep(0.5)


beat = gevent.spawn(heartbeat)
print("READY", flush=True)
gevent.joinall([gevent.spawn(book, rooms, guests), gevent.spawn(book, guests, rooms)])  # <-- also
