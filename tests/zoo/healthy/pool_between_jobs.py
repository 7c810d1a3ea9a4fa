# healthy:
import time
from concurrent.futures import ThreadPoolExecutor


def job(n):
    time.sleep(0.05)
    return n


with ThreadPoolExecutor(3) as pool:
    print("READY", flush=True)
    while True:
        list(pool.map(job, range(6)))
        time.sleep(0.3)
