# hang: cause=fork-held-lock confidence=certain|likely python=3.8-3.15 first=yes core=no
import os
import threading
import time

lock = threading.Lock()


def writer():
    with lock:  # <-- here
        time.sleep(3600)


threading.Thread(target=writer, name="writer", daemon=True).start()
time.sleep(0.2)
pid = os.fork()
if pid == 0:
    with lock:  # <-- here
        os._exit(0)
print("READY", flush=True)
os.waitpid(pid, 0)
