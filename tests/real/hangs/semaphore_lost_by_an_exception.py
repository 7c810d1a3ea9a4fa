# A connection's slot is not given back when a query fails: after three failures nobody gets one.
# https://github.com/mcdonc/klangk/issues/690
import threading
import time

slots = threading.Semaphore(3)


def query(number):
    slots.acquire()  # <-- here
    if number < 3:
        raise ValueError(f"no table {number}")
    slots.release()


threads = [threading.Thread(target=query, args=(n,), name=f"query {n}") for n in range(6)]
for thread in threads:
    thread.start()
    time.sleep(0.05)
print("READY", flush=True)
for thread in threads:
    thread.join()  # <-- also
