# hang: cause=waits-for-nobody confidence=likely
import multiprocessing
import threading

known = threading.Semaphore(1)


def questions():
    for number in range(20):
        known.acquire()
        yield number


def answer(number):
    return number * number


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("READY", flush=True)
        for one in pool.imap(answer, questions(), chunksize=4):  # <-- here
            known.release()
