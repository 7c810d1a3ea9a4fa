# Two jobs of a pool, each waiting for the result of the other one.
# https://docs.python.org/3/library/concurrent.futures.html#threadpoolexecutor
import time
from concurrent.futures import ThreadPoolExecutor

jobs = {}


def prices():
    time.sleep(0.3)
    return jobs["stock"].result()  # <-- here


def stock():
    time.sleep(0.3)
    return jobs["prices"].result()  # <-- here


with ThreadPoolExecutor(2) as pool:
    jobs["prices"] = pool.submit(prices)
    jobs["stock"] = pool.submit(stock)
    print("READY", flush=True)
    print(jobs["prices"].result())  # <-- also
