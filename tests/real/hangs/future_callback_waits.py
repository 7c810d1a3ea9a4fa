# A callback of a future runs in the pool's only thread and waits for another job of the pool.
# https://docs.python.org/3/library/concurrent.futures.html#concurrent.futures.Future.add_done_callback
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(1)


def load(name):
    time.sleep(0.3)
    return name


def index(future):
    entry = pool.submit(load, future.result() + ".index")
    print(entry.result())  # <-- here


job = pool.submit(load, "catalogue")
job.add_done_callback(index)
print("READY", flush=True)
time.sleep(1)
pool.shutdown()  # <-- also
