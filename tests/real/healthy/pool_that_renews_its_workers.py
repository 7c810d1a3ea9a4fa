# Each worker of a pool leaves after one job of two seconds, and a new one comes.
import multiprocessing
import time


def convert(number):
    time.sleep(2)
    return number


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        print("READY", flush=True)
        print(pool.map(convert, range(1000), chunksize=1))
