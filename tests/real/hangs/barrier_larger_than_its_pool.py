# Three parties are to meet at a barrier, in a pool with two threads.
# https://docs.python.org/3/library/threading.html#barrier-objects
import threading
from concurrent.futures import ThreadPoolExecutor

start = threading.Barrier(3)


def probe(number):
    start.wait()  # <-- here
    return number


with ThreadPoolExecutor(2) as pool:
    print("READY", flush=True)
    print(list(pool.map(probe, range(3))))  # <-- also
