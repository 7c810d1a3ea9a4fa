# imap_unordered() with a worker that takes its time.
import multiprocessing
import time


def convert(number):
    time.sleep(8)
    return number


if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print("READY", flush=True)
        for number in pool.imap_unordered(convert, range(20)):
            print(number)
