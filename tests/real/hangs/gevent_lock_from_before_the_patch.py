# A lock that was made before monkey.patch_all() is held by a greenlet that sleeps: the next one that
# wants it stops the only thread.
# https://github.com/gevent/gevent/pull/798
import threading

cache_lock = threading.Lock()

from gevent import monkey

monkey.patch_all()

import time

import gevent


def refresh(name):
    with cache_lock:  # <-- here
        time.sleep(0.2)  # <-- here
        print(name)


print("READY", flush=True)
gevent.joinall([gevent.spawn(refresh, "prices"), gevent.spawn(refresh, "stock")])  # <-- also
