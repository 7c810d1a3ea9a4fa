# hang: cause=fork-held-lock confidence=certain|likely core=no
import os
import threading
import time

registry = threading.RLock()


def refresh():
    with registry:
        time.sleep(0.6)


threading.Thread(target=refresh, name="refresher").start()
time.sleep(0.2)
pid = os.fork()
if pid == 0:
    registry.acquire()  # <-- here
    os._exit(0)
print("READY", flush=True)
os.waitpid(pid, 0)
