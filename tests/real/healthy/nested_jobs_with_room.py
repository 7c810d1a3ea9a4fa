# Jobs that wait for jobs of the same pool, which has workers left for them.
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(8)


def inner(number):
    time.sleep(4)
    return number


def outer(number):
    return sum(job.result() for job in [pool.submit(inner, n) for n in range(2)])


print("READY", flush=True)
while True:
    print(list(pool.map(outer, range(2))))
