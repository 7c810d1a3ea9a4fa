# Greenlets take turns with a lock, and sleep while they have it.
import gevent
from gevent.lock import BoundedSemaphore

device = BoundedSemaphore(1)


def measure():
    while True:
        with device:
            gevent.sleep(1.3)


print("READY", flush=True)
gevent.joinall([gevent.spawn(measure) for _ in range(4)])
