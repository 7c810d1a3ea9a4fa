# hang: cause=worker-died confidence=certain|likely python=3.8-3.13 core=no
import multiprocessing
import os


def job(n):
    if n == 5:
        os._exit(1)
    return n * n


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        print("READY", flush=True)
        print(pool.map(job, range(10), chunksize=1))  # <-- here
