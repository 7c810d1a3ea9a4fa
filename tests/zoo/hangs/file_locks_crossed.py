# hang: cause=deadlock confidence=likely python=3.8-3.15 text=.first,.second core=no
import fcntl
import os
import tempfile
import time


def take(one, two):
    with open(one) as first, open(two) as second:
        fcntl.flock(first, fcntl.LOCK_EX)
        time.sleep(0.3)
        fcntl.flock(second, fcntl.LOCK_EX)  # <-- here


first = tempfile.NamedTemporaryFile(suffix=".first")
second = tempfile.NamedTemporaryFile(suffix=".second")
if os.fork() == 0:
    take(second.name, first.name)
    os._exit(0)
print("READY", flush=True)
take(first.name, second.name)
