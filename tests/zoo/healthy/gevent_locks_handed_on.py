# healthy: needs=gevent
# Greenlets that wait for locks which others keep for a while: all of them go on.
import gevent
from gevent import monkey

monkey.patch_all()

import threading

from gevent.lock import Semaphore

lock, seats = threading.Lock(), Semaphore(2)


def work(number):
    while True:
        with lock:
            gevent.sleep(0.05)
        with seats, gevent.Timeout(5, False):
            gevent.sleep(0.1)


print("READY", flush=True)
gevent.joinall([gevent.spawn(work, number) for number in range(6)])
