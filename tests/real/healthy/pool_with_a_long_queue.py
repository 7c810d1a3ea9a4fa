# All workers of a pool are busy, and much is left to do.
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(3)
jobs = [pool.submit(time.sleep, 5) for _ in range(100)]
print("READY", flush=True)
for job in jobs:
    job.result()
