# SIGTERM arrives while the main thread is inside of the lock that the handler takes.
# https://github.com/patroni/patroni/pull/3413
import os
import signal
import threading
import time

state_lock = threading.Lock()
state = {"running": True}


def stop(number, frame):
    with state_lock:  # <-- here
        state["running"] = False


signal.signal(signal.SIGTERM, stop)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
print("READY", flush=True)
with state_lock:
    for _ in range(600):
        time.sleep(1)  # <-- also
