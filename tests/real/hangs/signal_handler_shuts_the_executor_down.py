# The handler of SIGTERM waits for the executor, whose job waits for a lock of the interrupted code.
# https://github.com/python/cpython/pull/151482
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

lock = threading.Lock()
executor = ThreadPoolExecutor(1, thread_name_prefix="saver")


def save(number):
    with lock:  # <-- here
        return number


def stop(signum, frame):
    print("READY", flush=True)
    executor.shutdown()  # <-- here
    raise SystemExit(0)


signal.signal(signal.SIGTERM, stop)
with lock:
    executor.submit(save, 1)
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.2)
