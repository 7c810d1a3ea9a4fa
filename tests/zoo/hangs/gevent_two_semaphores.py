# hang: cause=deadlock confidence=likely needs=gevent names=rooms,guests
import gevent
from gevent.lock import BoundedSemaphore, RLock

rooms, guests = BoundedSemaphore(1), RLock()


def book():
    with rooms:
        gevent.sleep(0.1)
        guests.acquire()  # <-- here


def cancel():
    with guests:
        gevent.sleep(0.1)
        with rooms:  # <-- here
            print("cancelled")


def tick():
    while True:
        gevent.sleep(0.5)


ticking = gevent.spawn(tick)
print("READY", flush=True)
gevent.joinall([gevent.spawn(book), gevent.spawn(cancel)])
