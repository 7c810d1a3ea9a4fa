# healthy: first=yes
import multiprocessing
import time


def job(n):
    time.sleep(0.4)
    return n


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        print("READY", flush=True)
        pool.map(job, range(10**4), chunksize=1)
