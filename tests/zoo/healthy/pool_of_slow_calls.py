# healthy: python=3.8-3.15
import multiprocessing
import time


def work(n):
    time.sleep(60)
    return n


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("READY", flush=True)
        pool.map(work, range(4))
