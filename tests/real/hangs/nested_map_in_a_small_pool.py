# Each job of a pool of four maps over parts in the same pool and waits for them.
# https://github.com/chanzuckerberg/miniwdl/issues/591
from concurrent.futures import ThreadPoolExecutor
import time

pool = ThreadPoolExecutor(4, thread_name_prefix="workflow")


def part(number):
    return number


def workflow(number):
    time.sleep(0.2)
    return sum(pool.map(part, range(number)))  # <-- here


outer = [pool.submit(workflow, n + 2) for n in range(4)]
print("READY", flush=True)
print([job.result() for job in outer])  # <-- also
