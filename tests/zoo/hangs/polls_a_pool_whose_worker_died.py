# hang: cause=worker-died confidence=likely|possible watch=yes python=3.8-3.15
import multiprocessing
import os
import time


def job(n):
    os._exit(3)


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(1) as pool:
        result = pool.apply_async(job, (1,))
        print("READY", flush=True)
        while not result.ready():  # <-- here~
            time.sleep(0.05)
