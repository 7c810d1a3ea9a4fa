# A semaphore keeps the generator of tasks from running ahead. Who reads the results stops early, and
# the pool is joined: its thread that hands out tasks still waits in the generator.
# https://github.com/python/cpython/issues/155477
import multiprocessing
import threading

ahead = threading.Semaphore(4)


def numbers():
    for number in range(1000):
        ahead.acquire()  # <-- here
        yield number


def is_wanted(number):
    return number == 7


def main():
    pool = multiprocessing.Pool(2)
    for found in pool.imap(is_wanted, numbers()):
        ahead.release()
        if found:
            break
    pool.close()
    print("READY", flush=True)
    pool.join()  # <-- here


if __name__ == "__main__":
    main()
