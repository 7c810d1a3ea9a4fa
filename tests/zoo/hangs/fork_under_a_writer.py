# hang: cause=fork-held-lock confidence=certain|likely python=3.8-3.15 core=no
# As in python/cpython#50970: a buffered writer's lock, held by another thread at the fork.
import os
import threading
import time

read, write = os.pipe()
log = open(write, "wb", buffering=100)


def progress():
    log.write(b"." * 1_000_000)


threading.Thread(target=progress, name="progress", daemon=True).start()
time.sleep(0.3)
pid = os.fork()
if pid == 0:
    log.write(b"from the child")  # <-- here
    log.flush()
    os._exit(0)
print("READY", flush=True)
os.waitpid(pid, 0)
