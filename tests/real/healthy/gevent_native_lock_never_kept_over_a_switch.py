# Greenlets use a lock of threading for a moment, and sleep without it.
import threading

import gevent

lock = threading.Lock()
count = 0


def work():
    global count
    while True:
        with lock:
            count += 1
        gevent.sleep(1.7)


print("READY", flush=True)
gevent.joinall([gevent.spawn(work) for _ in range(3)])
