# hang: cause=pool-starvation confidence=certain|likely python=3.8-3.15
from concurrent.futures import ThreadPoolExecutor
import time

pool = ThreadPoolExecutor(max_workers=2)


def leaf(n):
    return n + 1


def branch(n):
    time.sleep(0.1)
    return pool.submit(leaf, n).result()  # <-- here


def main():
    jobs = [pool.submit(branch, n) for n in range(4)]
    print("READY", flush=True)
    print([job.result() for job in jobs])


main()
