# healthy:
import multiprocessing
import time


def numbers():
    for number in range(20):
        time.sleep(30)
        yield number


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("READY", flush=True)
        for _ in pool.imap(abs, numbers(), chunksize=4):
            pass
